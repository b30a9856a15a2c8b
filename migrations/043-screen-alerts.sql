-- Rules on the screener, and the symbols that passed each at its last comparison.
ALTER TABLE alerts RENAME COLUMN source TO old_source;
ALTER TABLE alerts ADD COLUMN source TEXT NOT NULL DEFAULT 'option_flow' CHECK (source IN ('option_flow', 'trade_idea', 'market_level', 'screen'));
UPDATE alerts SET source = old_source;
ALTER TABLE alerts DROP COLUMN old_source;

CREATE TABLE screen_states (
  alert_id TEXT PRIMARY KEY REFERENCES alerts (id) ON DELETE CASCADE,
  at_ms INT8 NOT NULL,
  symbols TEXT NOT NULL
);
