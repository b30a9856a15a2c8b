-- One row that is written anew to find out whether the disk takes writes again after it refused one.
CREATE TABLE write_probe (
  id TEXT PRIMARY KEY,
  content TEXT NOT NULL
);
