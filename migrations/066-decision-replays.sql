-- Replays of decisions: a model and its instructions over the stored ideas of some dates. The id is a digest of what was
-- asked for, so that the same command goes on where it stopped. settings is JSON.
CREATE TABLE replay_runs (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  settings TEXT NOT NULL,
  created_at TEXT NOT NULL
);

-- decision and llm_usage are JSON; without a decision there is the error, and the idea is tried again.
CREATE TABLE replay_decisions (
  run_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  decision TEXT,
  error TEXT,
  llm_usage TEXT,
  decided_at TEXT NOT NULL,
  PRIMARY KEY (run_id, fingerprint)
);
