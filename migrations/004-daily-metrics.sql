-- What the last chain of a session says in figures: kept, because a history of a year would otherwise read and value
-- 252 chains. One row per chain that was the last of its session when it was valued; NULL numbers are unknown.
-- method is the version of the formulas. Volatilities are decimals per year, prices USD, GEX USD per 1 % move.
CREATE TABLE daily_metrics (
  chain_id TEXT PRIMARY KEY REFERENCES market_chains (id) ON DELETE CASCADE,
  method INT8 NOT NULL,
  underlying_price FLOAT8,
  iv30 FLOAT8,
  iv60 FLOAT8,
  iv90 FLOAT8,
  net_gex FLOAT8,
  call_wall FLOAT8,
  put_wall FLOAT8,
  gamma_flip FLOAT8,
  put_call_ratio_volume FLOAT8,
  put_call_ratio_open_interest FLOAT8,
  max_pain FLOAT8,
  total_open_interest FLOAT8
);
