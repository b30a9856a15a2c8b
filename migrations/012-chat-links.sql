-- A code that links a chat with an account: it works once, until its end. An account has one for each channel at most.
CREATE TABLE chat_codes (
  code_digest TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  UNIQUE (account_id, channel)
);

CREATE INDEX chat_codes_by_end ON chat_codes (expires_at);

-- How far the messages to a bot have been read, and which process reads them until when.
CREATE TABLE chat_inboxes (
  inbox TEXT PRIMARY KEY,
  position INT8,
  reader TEXT NOT NULL,
  read_until TEXT NOT NULL
);
