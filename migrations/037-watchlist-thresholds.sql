-- The least that a print must have to notify through a watchlist; symbol * is every symbol of the account. A bound that
-- is null is that of every symbol, and there the usual one.
CREATE TABLE watchlist_thresholds (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  symbol TEXT NOT NULL,
  premium_min FLOAT8,
  unusual_score_min INT8,
  size_min INT8,
  PRIMARY KEY (account_id, symbol)
);
