-- Accounts, their API keys and sign-in sessions, tokens sent by mail, and counted tries at a secret.
-- Of every secret only a digest is kept. Instants are TEXT YYYY-MM-DDTHH:MM:SS.sssZ.

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified INT8 NOT NULL CHECK (email_verified IN (0, 1)),
  password_hash TEXT NOT NULL,
  plan TEXT NOT NULL CHECK (plan IN ('delta', 'gamma', 'theta', 'vega')),
  standing TEXT NOT NULL CHECK (standing IN ('good', 'suspended')),
  time_zone TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  token_sha256 TEXT NOT NULL UNIQUE,
  token_prefix TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  last_used_at TEXT
);

CREATE INDEX api_keys_by_account ON api_keys (account_id, id);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  secret_digest TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account_id);

CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE INDEX sessions_by_use ON sessions (last_seen_at);

-- A sign-up's own password waits here until its mail was answered.
CREATE TABLE mail_tokens (
  digest TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  password_hash TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX mail_tokens_by_account ON mail_tokens (account_id, purpose, created_at);

CREATE INDEX mail_tokens_by_end ON mail_tokens (expires_at);

-- The subject is a keyed digest of an address or an e-mail, so that the store does not tell who was guessed at.
CREATE TABLE guesses (
  subject TEXT PRIMARY KEY,
  failures INT8 NOT NULL CHECK (failures >= 0),
  last_at TEXT NOT NULL,
  forget_at TEXT NOT NULL
);

CREATE INDEX guesses_by_end ON guesses (forget_at);
