-- Whether an account began with a sign-up: only those are deleted while they wait for their mail to be answered. Accounts
-- of earlier versions and of the operator are kept.
ALTER TABLE accounts ADD COLUMN signed_up INT8 NOT NULL DEFAULT 0 CHECK (signed_up IN (0, 1));

CREATE INDEX accounts_by_sign_up ON accounts (signed_up, email_verified, created_at);

-- Links that allow one address to sign up. `used_by` is a keyed digest of that address.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  used_by TEXT
);

CREATE INDEX invitations_by_end ON invitations (expires_at);
