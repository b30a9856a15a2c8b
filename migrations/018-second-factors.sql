-- The secret of an authenticator app, sealed under SESSION_SECRET. It is a factor once it is confirmed. `last_step` is the
-- 30-second step of the last accepted code, so that no code works twice.
CREATE TABLE totp_factors (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret_sealed TEXT NOT NULL,
  created_at TEXT NOT NULL,
  confirmed_at TEXT,
  last_step INT8 NOT NULL
);

-- Keyed digests. A code is deleted with its use.
CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  PRIMARY KEY (account_id, digest)
);

-- Sign-ins whose password was correct, and whose second step is awaited. `password_digest` ends the step with the password.
CREATE TABLE sign_in_steps (
  digest TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  password_digest TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX sign_in_steps_by_account ON sign_in_steps (account_id);

CREATE INDEX sign_in_steps_by_end ON sign_in_steps (expires_at);
