-- What a decision was made from, kept for 90 days: one row for each time that a decision was requested. `content` is
-- JSON, compressed with Zstandard, as base64.
CREATE TABLE decision_evidence (
  fingerprint TEXT NOT NULL REFERENCES ledger (fingerprint) ON DELETE CASCADE,
  decided_at TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (fingerprint, decided_at)
);

CREATE INDEX decision_evidence_age ON decision_evidence (decided_at);
