-- One row at most: what an operator last did to the kill switch of the receiver.
CREATE TABLE receiver_switch (
  id TEXT PRIMARY KEY,
  is_on INT8 NOT NULL CHECK (is_on IN (0, 1)),
  changed_at TEXT NOT NULL
);
