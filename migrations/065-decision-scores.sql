-- What the price did after decisions, by horizon in sessions. content is JSON, NULL where the outcome is unknown for the
-- reason in unpriced; such a row is tried again after a day.
CREATE TABLE decision_outcomes (
  fingerprint TEXT NOT NULL,
  horizon INT8 NOT NULL,
  unpriced TEXT,
  content TEXT,
  checked_at TEXT NOT NULL,
  PRIMARY KEY (fingerprint, horizon)
);

-- What fixed rules decided on the same ideas, with what was known at their instants. Without an action there is the error.
CREATE TABLE decision_baselines (
  fingerprint TEXT NOT NULL PRIMARY KEY,
  action TEXT,
  error TEXT,
  checked_at TEXT NOT NULL
);
