-- Apps that may ask for access over MCP: `registered` ones have described themselves, a `document` is at their id. Their
-- redirect URIs are a JSON list. `fresh_until` is the end of the cache of a document.
CREATE TABLE oauth_clients (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('registered', 'document')),
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  created_at TEXT NOT NULL,
  fresh_until TEXT,
  used_at TEXT
);

CREATE INDEX oauth_clients_by_use ON oauth_clients (kind, used_at, created_at);

-- What an account has allowed an app to read. It counts as a connection once the app has fetched its first tokens.
CREATE TABLE oauth_grants (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  redirect_host TEXT NOT NULL,
  resource TEXT NOT NULL,
  scope TEXT NOT NULL,
  created_at TEXT NOT NULL,
  connected_at TEXT,
  last_used_at TEXT,
  expires_at TEXT NOT NULL
);

CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id, id);

CREATE INDEX oauth_grants_by_end ON oauth_grants (expires_at);

-- Codes, access tokens and refresh tokens, by the SHA-256 of the secret, which `content` does not hold. `used_at` is when a
-- code was redeemed or a refresh token rotated, `uses` how often.
CREATE TABLE oauth_tokens (
  sha256 TEXT PRIMARY KEY,
  grant_id TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
  content TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  uses INT8 NOT NULL
);

CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id);

CREATE INDEX oauth_tokens_by_end ON oauth_tokens (expires_at);
