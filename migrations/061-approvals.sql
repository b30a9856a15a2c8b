-- Requests for the yes of a person to an order that passed the gates. `shown` is the order as it was shown, JSON.
-- `answer` is yes, no or none (too late); NULL while it waits. `answered_by` is the id of an account, which may be
-- deleted later.
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL REFERENCES ledger (fingerprint) ON DELETE CASCADE,
  shown TEXT NOT NULL,
  requested_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  answer TEXT CHECK (answer IN ('yes', 'no', 'none')),
  answered_at TEXT,
  answered_by TEXT
);

CREATE INDEX approvals_of_entry ON approvals (fingerprint);

CREATE INDEX approvals_waiting ON approvals (expires_at) WHERE answer IS NULL;

-- The request whose answer decides about the order of this entry; NULL where none was made.
ALTER TABLE ledger ADD COLUMN approval_id TEXT;
