-- The risk-neutral distribution near 7, 30 and 60 days at the end of past sessions, to compare with what came. market names
-- the source and, where it is invented, its seed. Without target_date the chain holds no distribution near those days.
-- Prices are USD per share; deviation is the volatility at the money over the root of the time; quantiles is JSON.
CREATE TABLE implied_quantiles (
  market TEXT NOT NULL,
  symbol TEXT NOT NULL,
  session_date TEXT NOT NULL,
  days INT8 NOT NULL,
  method INT8 NOT NULL,
  target_date TEXT,
  price FLOAT8,
  forward FLOAT8,
  deviation FLOAT8,
  quantiles TEXT,
  PRIMARY KEY (market, symbol, days, session_date)
);
