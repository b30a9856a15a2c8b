-- Rules on levels of the market, and for each rule and symbol the side on which its value was last known.
ALTER TABLE alerts RENAME COLUMN source TO old_source;
ALTER TABLE alerts ADD COLUMN source TEXT NOT NULL DEFAULT 'option_flow' CHECK (source IN ('option_flow', 'trade_idea', 'market_level'));
UPDATE alerts SET source = old_source;
ALTER TABLE alerts DROP COLUMN old_source;

CREATE TABLE level_states (
  alert_id TEXT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  symbol TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('above', 'below')),
  armed INT8 NOT NULL CHECK (armed IN (0, 1)),
  value FLOAT8 NOT NULL,
  level FLOAT8 NOT NULL,
  at_ms INT8 NOT NULL,
  PRIMARY KEY (alert_id, symbol)
);
