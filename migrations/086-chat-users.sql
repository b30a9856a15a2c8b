-- Users of a chat, such as Slack, who give commands as an account.
CREATE TABLE chat_users (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  vendor TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  workspace_name TEXT NOT NULL,
  user_name TEXT NOT NULL,
  linked_at TEXT NOT NULL
);
CREATE UNIQUE INDEX chat_users_by_user ON chat_users (vendor, workspace_id, user_id);
CREATE INDEX chat_users_by_account ON chat_users (account_id, id);

-- Links that such a user was sent, one at a time. Only a keyed digest of the token is stored.
CREATE TABLE chat_invites (
  digest TEXT PRIMARY KEY,
  vendor TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  workspace_name TEXT NOT NULL,
  user_name TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE UNIQUE INDEX chat_invites_by_user ON chat_invites (vendor, workspace_id, user_id);

-- Signed requests of the last minutes, so that none is answered twice.
CREATE TABLE chat_requests (
  digest TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
);
CREATE INDEX chat_requests_by_end ON chat_requests (expires_at);
