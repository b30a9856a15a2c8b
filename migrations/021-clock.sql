-- What the processes of this store believe of the machine's clock. `seen_at` is the last time that they believed, written
-- about once a minute. `jump_ms` is how far the clock is ahead of that belief while a jump waits for confirmation.
CREATE TABLE clock_state (
  id TEXT PRIMARY KEY,
  revision INT8 NOT NULL,
  standing TEXT NOT NULL CHECK (standing IN ('steady', 'jumped', 'gap')),
  jump_ms INT8 NOT NULL,
  slack_ms INT8 NOT NULL,
  seen_at TEXT NOT NULL
);
