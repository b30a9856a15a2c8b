-- A mail token without an account is a decoy: a request for an unknown address costs the same write. A column cannot be
-- made nullable on both engines, so the table is made anew. No table refers to it.
CREATE TABLE mail_tokens_new (
  digest TEXT PRIMARY KEY,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  password_hash TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

INSERT INTO mail_tokens_new (digest, account_id, purpose, password_hash, created_at, expires_at)
SELECT digest, account_id, purpose, password_hash, created_at, expires_at FROM mail_tokens;

DROP TABLE mail_tokens;

ALTER TABLE mail_tokens_new RENAME TO mail_tokens;

CREATE INDEX mail_tokens_by_account ON mail_tokens (account_id, purpose, created_at);

CREATE INDEX mail_tokens_by_end ON mail_tokens (expires_at);
