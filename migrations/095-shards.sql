-- The rules of accounts are matched in shards: the last processed print of each symbol's tape is known for each shard. So
-- many shards as in `shards` were there when a row was written; a service with another number divides them anew.
ALTER TABLE flow_positions RENAME TO old_flow_positions;
CREATE TABLE flow_positions (
  shards INT8 NOT NULL,
  shard INT8 NOT NULL,
  symbol TEXT NOT NULL,
  session_date TEXT NOT NULL,
  sequence INT8 NOT NULL,
  PRIMARY KEY (shards, shard, symbol)
);
INSERT INTO flow_positions (shards, shard, symbol, session_date, sequence)
  SELECT 1, 0, symbol, session_date, sequence FROM old_flow_positions;
DROP TABLE old_flow_positions;

-- The processes that share leases of one kind out among themselves.
-- Only on postgres.
CREATE TABLE lease_seekers (
  work TEXT NOT NULL,
  -- As in `leases`.
  owner TEXT NOT NULL,
  -- Unix milliseconds by the clock of the database; a process that lives writes a later one each second.
  until_ms INT8 NOT NULL,
  PRIMARY KEY (work, owner)
);
