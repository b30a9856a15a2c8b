-- Figures of all symbols that screens compare: the latest (screen 'present') and those of past sessions, as columns in JSON.
-- The basis is a digest of what they follow from.
CREATE TABLE kept_screens (
  screen TEXT PRIMARY KEY,
  basis TEXT NOT NULL,
  content TEXT NOT NULL
);
