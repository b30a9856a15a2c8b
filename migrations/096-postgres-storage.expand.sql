-- All only on postgres.
-- Rows and tapes of flow in partitions by day, minutes by month, so that what is too old is dropped and not deleted. The
-- service makes the partitions (src/store/postgres/partitions.ts); what has none of its own is in the default one. The
-- statements that read and write are the same as before, so processes of earlier versions go on.
ALTER TABLE flow_rows RENAME TO flow_rows_before;

ALTER INDEX flow_rows_pkey RENAME TO flow_rows_before_pkey;

ALTER INDEX flow_rows_newest RENAME TO flow_rows_before_newest;

ALTER INDEX flow_rows_of_symbol RENAME TO flow_rows_before_of_symbol;

ALTER INDEX flow_rows_large RENAME TO flow_rows_before_large;

ALTER INDEX flow_rows_unusual RENAME TO flow_rows_before_unusual;

CREATE TABLE flow_rows (LIKE flow_rows_before INCLUDING CONSTRAINTS) PARTITION BY RANGE (session_date);

ALTER TABLE flow_rows ADD PRIMARY KEY (symbol, session_date, sequence);

CREATE INDEX flow_rows_newest ON flow_rows (executed_at DESC, symbol, sequence DESC);

CREATE INDEX flow_rows_of_symbol ON flow_rows (symbol, executed_at DESC, sequence DESC);

CREATE INDEX flow_rows_large ON flow_rows (executed_at DESC, symbol, sequence DESC, premium_cents) WHERE premium_cents >= 10000000;

CREATE INDEX flow_rows_unusual ON flow_rows (executed_at DESC, symbol, sequence DESC, unusual_score) WHERE unusual_score >= 60;

CREATE TABLE flow_rows_default PARTITION OF flow_rows DEFAULT;

ALTER TABLE tape_segments RENAME TO tape_segments_before;

ALTER INDEX tape_segments_pkey RENAME TO tape_segments_before_pkey;

ALTER INDEX tape_segments_by_date RENAME TO tape_segments_before_by_date;

CREATE TABLE tape_segments (LIKE tape_segments_before INCLUDING CONSTRAINTS) PARTITION BY RANGE (session_date);

ALTER TABLE tape_segments ADD PRIMARY KEY (kind, symbol, session_date, first_row);

CREATE INDEX tape_segments_by_date ON tape_segments (session_date);

CREATE TABLE tape_segments_default PARTITION OF tape_segments DEFAULT;

ALTER TABLE flow_minutes RENAME TO flow_minutes_before;

ALTER INDEX flow_minutes_pkey RENAME TO flow_minutes_before_pkey;

ALTER INDEX flow_minutes_by_date RENAME TO flow_minutes_before_by_date;

CREATE TABLE flow_minutes (LIKE flow_minutes_before INCLUDING CONSTRAINTS) PARTITION BY RANGE (session_date);

ALTER TABLE flow_minutes ADD PRIMARY KEY (symbol, session_date, minute_ms);

CREATE INDEX flow_minutes_by_date ON flow_minutes (session_date);

CREATE TABLE flow_minutes_default PARTITION OF flow_minutes DEFAULT;

-- A table with rows becomes the partition of all sessions until a week from now, for which processes of earlier versions
-- may go on to write, or until the end of that month. To copy its rows would take minutes; they are read once instead.
-- Rows of later sessions can only be there after a wrong clock: they move to the default partition.
DO $$
DECLARE
  it RECORD;
  has_rows BOOLEAN;
BEGIN
  FOR it IN
    SELECT name, to_char(until, 'YYYY-MM-DD') AS until
    FROM (SELECT applied_at::date + 7 AS day FROM migrations WHERE name = '096-postgres-storage.expand.sql') week,
      LATERAL (VALUES
        ('flow_rows', day::timestamp),
        ('tape_segments', day::timestamp),
        ('flow_minutes', date_trunc('month', day::timestamp) + INTERVAL '1 month')
      ) tables (name, until)
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', it.name || '_before') INTO has_rows;
    IF has_rows THEN
      EXECUTE format('WITH later AS (DELETE FROM %I WHERE session_date >= %L RETURNING *) INSERT INTO %I SELECT * FROM later',
        it.name || '_before', it.until, it.name);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
        it.name, it.name || '_before', it.until);
    ELSE
      EXECUTE format('DROP TABLE %I', it.name || '_before');
    END IF;
  END LOOP;
END
$$;

-- Each delivery is updated twice, and each time it leaves a dead row in the indexes of what is due. By default a vacuum waits
-- until a fifth of the table is dead; of a table with months of deliveries that is never. A lower fillfactor gains nothing:
-- these updates change indexed columns, so none of them is a heap-only one.
ALTER TABLE deliveries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
