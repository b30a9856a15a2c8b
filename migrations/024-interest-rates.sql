-- Imported risk-free rates. rate_percent is a bond-equivalent yield, percent a year; known_at is when it was published.
CREATE TABLE interest_rates (
  rate_date TEXT NOT NULL,
  tenor TEXT NOT NULL,
  rate_percent FLOAT8 NOT NULL,
  known_at TEXT NOT NULL,
  PRIMARY KEY (rate_date, tenor)
);
