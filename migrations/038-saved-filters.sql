-- Filters of the tape that an account has named: the inputs of the query as JSON.
CREATE TABLE saved_filters (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  filters TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX saved_filters_by_name ON saved_filters (account_id, name);
