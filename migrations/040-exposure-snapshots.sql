-- Exposures of a symbol by minute and strike, packed in parts of half an hour; older sessions have every fifth minute.
-- `first_minute` is in whole minutes since 1970.
CREATE TABLE exposure_snapshots (
  symbol TEXT NOT NULL,
  session_date TEXT NOT NULL,
  first_minute INTEGER NOT NULL,
  minute_count INTEGER NOT NULL,
  step INTEGER NOT NULL,
  encoding INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (symbol, session_date, first_minute)
);

CREATE INDEX exposure_snapshots_by_age ON exposure_snapshots (session_date, step);
