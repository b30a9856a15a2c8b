-- Passkeys: their public keys, and how often each was used as its device counts, which shows a copied one.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INT8 NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
);

CREATE INDEX passkeys_by_account ON passkeys (account_id, id);

-- Challenges that await an answer. `binding` is a keyed digest of what may answer: a session, or the token of a sign-in.
CREATE TABLE passkey_challenges (
  binding TEXT PRIMARY KEY,
  challenge_digest TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
