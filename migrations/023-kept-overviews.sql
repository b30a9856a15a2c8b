-- Overviews of past sessions of the whole market, which take seconds to work out. basis is a digest of what the answer
-- was worked out from: the program, the settings of the market and the stored data. Another basis makes a row worthless.
CREATE TABLE kept_overviews (
  session_date TEXT PRIMARY KEY,
  basis TEXT NOT NULL,
  content TEXT NOT NULL
);

CREATE INDEX market_chains_by_date ON market_chains (session_date, id);
