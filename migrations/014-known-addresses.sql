-- Network addresses that accounts were signed in from, by a keyed digest of e-mail and address. A sign-in from one of them
-- is not slowed down by failures from others.
CREATE TABLE known_addresses (
  digest TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  last_seen_at TEXT NOT NULL
);

CREATE INDEX known_addresses_by_account ON known_addresses (account_id);

CREATE INDEX known_addresses_by_use ON known_addresses (last_seen_at);
