-- Which process of a service does a piece of work that one does at a time. A service with a file is one process.
-- Only on postgres.
CREATE TABLE leases (
  name TEXT NOT NULL PRIMARY KEY,
  owner TEXT NOT NULL,
  -- Rises with each owner.
  term INT8 NOT NULL,
  -- Unix milliseconds by the clock of the database.
  until_ms INT8 NOT NULL
);
