-- The instants of counted events in a sliding window, where several processes share limits without a Valkey server. Not
-- logged: a crash of the server empties it.
-- Only on postgres.
CREATE UNLOGGED TABLE rate_windows (
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  -- Unix milliseconds by the clock of the database, oldest first.
  instants INT8[] NOT NULL,
  -- Of the last event.
  is_allowed BOOLEAN NOT NULL,
  at_ms INT8 NOT NULL,
  PRIMARY KEY (name, key)
) WITH (fillfactor = 50);
