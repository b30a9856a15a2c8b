-- One row: how many transactions processes that are no service have committed, so that the service reads anew what it
-- keeps in memory. Used on PostgreSQL; SQLite counts by itself.
CREATE TABLE foreign_writes (
  id TEXT PRIMARY KEY,
  version INT8 NOT NULL
);
