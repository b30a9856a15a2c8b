-- Where an account was signed in from: a keyed digest of browser and address. A sign-in from elsewhere is notified.
CREATE TABLE sign_in_places (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  PRIMARY KEY (account_id, digest)
);
