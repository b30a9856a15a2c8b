-- Trade ideas that this service made, and what became of them. Prices are USD per share. The seen_ columns say up to where
-- the symbol's prices were looked at, so that a restart goes on from there. NULL is unknown, or "not yet".
CREATE TABLE trade_ideas (
  id TEXT PRIMARY KEY,
  symbol TEXT NOT NULL,
  pipeline TEXT NOT NULL CHECK (pipeline IN ('flow', 'gamma', 'trend', 'crush')),
  direction TEXT NOT NULL CHECK (direction IN ('bullish', 'bearish', 'neutral')),
  strategy TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'expired')),
  entry_price FLOAT8 NOT NULL CHECK (entry_price > 0),
  target_price FLOAT8 NOT NULL CHECK (target_price > 0),
  stop_price FLOAT8 NOT NULL CHECK (stop_price > 0),
  thesis TEXT NOT NULL,
  evidence FLOAT8 NOT NULL CHECK (evidence >= 0 AND evidence <= 1),
  -- Fifth of the evidence and tenth of the confidence: outcomes are counted by them.
  evidence_bucket INT8 NOT NULL,
  confidence FLOAT8 NOT NULL CHECK (confidence >= 0 AND confidence <= 1),
  confidence_bucket INT8 NOT NULL,
  session_date TEXT NOT NULL,
  horizon_sessions INT8 NOT NULL CHECK (horizon_sessions > 0),
  generated_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  -- When those who asked to be told were told.
  announced_at TEXT,
  current_price FLOAT8 NOT NULL,
  peak_price FLOAT8 NOT NULL,
  seen_at TEXT NOT NULL,
  seen_date TEXT NOT NULL,
  seen_high FLOAT8,
  seen_low FLOAT8,
  outcome TEXT CHECK (outcome IN ('target', 'stop', 'range_left', 'range_held', 'horizon')),
  exit_price FLOAT8,
  outcome_pct FLOAT8,
  outcome_r FLOAT8,
  ended_at TEXT,
  -- Once a session at most, so that looking again makes nothing twice.
  UNIQUE (symbol, pipeline, direction, session_date),
  CHECK ((status = 'open') = (ended_at IS NULL)),
  CHECK ((status = 'open') = (outcome IS NULL)),
  CHECK ((status = 'expired') = (outcome IS NOT NULL AND outcome = 'horizon'))
);

CREATE UNIQUE INDEX trade_ideas_open ON trade_ideas (symbol, pipeline, direction) WHERE status = 'open';

CREATE INDEX trade_ideas_unannounced ON trade_ideas (generated_at, id) WHERE announced_at IS NULL;

CREATE INDEX trade_ideas_ended ON trade_ideas (ended_at) WHERE ended_at IS NOT NULL;

CREATE INDEX trade_ideas_newest ON trade_ideas (generated_at, id);

CREATE INDEX trade_ideas_by_status ON trade_ideas (status, generated_at, id);

CREATE INDEX trade_ideas_by_direction ON trade_ideas (direction, generated_at, id);

CREATE INDEX trade_ideas_by_symbol ON trade_ideas (symbol, generated_at, id);
