-- Market data that was imported. Instants are TEXT YYYY-MM-DDTHH:MM:SS.sssZ, dates YYYY-MM-DD (New York trading dates).
-- content is always read whole: columns packed by src/lib/node/packed-columns.ts. NULL numbers are unknown.

-- One row per symbol and instant. id changes with the content, so what was derived from a chain may be kept by its id.
CREATE TABLE market_chains (
  id TEXT PRIMARY KEY,
  symbol TEXT NOT NULL,
  name TEXT,
  session_date TEXT NOT NULL,
  as_of TEXT NOT NULL,
  underlying_price FLOAT8,
  contract_count INT8 NOT NULL,
  encoding INT8 NOT NULL,
  warnings TEXT NOT NULL,
  content TEXT NOT NULL,
  UNIQUE (symbol, as_of)
);

-- Holds all that a chain is found by, so that the large content is read only for the chain that is wanted.
CREATE INDEX market_chains_by_session ON market_chains (symbol, session_date, as_of, id, name);

-- Every file that a chain was joined from. content is NULL while the chain has this one part only.
CREATE TABLE market_chain_parts (
  symbol TEXT NOT NULL,
  as_of TEXT NOT NULL,
  file_sha256 TEXT NOT NULL,
  format TEXT NOT NULL,
  stamp TEXT NOT NULL,
  content TEXT,
  PRIMARY KEY (symbol, as_of, file_sha256)
);

-- Minute bars, minute quotes, stock trades and option prints: one row per kind, symbol and session.
CREATE TABLE market_sessions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('minute_bars', 'minute_quotes', 'trades', 'prints')),
  symbol TEXT NOT NULL,
  session_date TEXT NOT NULL,
  row_count INT8 NOT NULL,
  encoding INT8 NOT NULL,
  content TEXT NOT NULL,
  UNIQUE (kind, symbol, session_date)
);

-- Prices as they were traded, never adjusted. is_derived: made of minute bars, yields to a daily bar of a source.
CREATE TABLE daily_bars (
  symbol TEXT NOT NULL,
  bar_date TEXT NOT NULL,
  open_price FLOAT8 NOT NULL,
  high_price FLOAT8 NOT NULL,
  low_price FLOAT8 NOT NULL,
  close_price FLOAT8 NOT NULL,
  volume FLOAT8,
  is_derived INT8 NOT NULL CHECK (is_derived IN (0, 1)),
  PRIMARY KEY (symbol, bar_date)
);

CREATE TABLE corporate_actions (
  symbol TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('split', 'dividend')),
  ex_date TEXT NOT NULL,
  action_value FLOAT8 NOT NULL CHECK (action_value > 0),
  known_at TEXT NOT NULL,
  PRIMARY KEY (symbol, kind, ex_date)
);

CREATE TABLE ticker_periods (
  symbol TEXT NOT NULL,
  ticker TEXT NOT NULL,
  from_date TEXT NOT NULL,
  to_date TEXT NOT NULL,
  PRIMARY KEY (symbol, from_date)
);

-- One row per state of knowledge: a past view takes the last row with known_at not after its instant.
CREATE TABLE earnings_reports (
  symbol TEXT NOT NULL,
  fiscal_period TEXT NOT NULL,
  known_at TEXT NOT NULL,
  report_date TEXT NOT NULL,
  timing TEXT NOT NULL,
  eps_estimate FLOAT8,
  eps_actual FLOAT8,
  status TEXT NOT NULL,
  PRIMARY KEY (symbol, fiscal_period, known_at)
);

CREATE INDEX earnings_reports_by_date ON earnings_reports (report_date, symbol);

CREATE TABLE calendar_events (
  id TEXT NOT NULL,
  known_at TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  symbol TEXT,
  scheduled_at TEXT NOT NULL,
  importance TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (id, known_at)
);

CREATE INDEX calendar_events_by_time ON calendar_events (scheduled_at, id);

CREATE TABLE news_items (
  id TEXT PRIMARY KEY,
  published_at TEXT NOT NULL,
  headline TEXT NOT NULL,
  summary TEXT,
  source TEXT,
  url TEXT,
  sentiment TEXT
);

CREATE INDEX news_items_by_time ON news_items (published_at, id);

CREATE TABLE news_symbols (
  symbol TEXT NOT NULL,
  news_id TEXT NOT NULL REFERENCES news_items (id) ON DELETE CASCADE,
  published_at TEXT NOT NULL,
  PRIMARY KEY (symbol, published_at, news_id)
);

-- Which files have been imported as what: repeating an import changes nothing. source_name is the name of a file whose
-- symbol or date comes from its name, else empty.
CREATE TABLE imports (
  file_sha256 TEXT NOT NULL,
  kind TEXT NOT NULL,
  symbol TEXT NOT NULL,
  trading_date TEXT NOT NULL,
  source_name TEXT NOT NULL,
  file_name TEXT NOT NULL,
  format TEXT NOT NULL,
  taken INT8 NOT NULL,
  refused INT8 NOT NULL,
  imported_at TEXT NOT NULL,
  PRIMARY KEY (file_sha256, kind, symbol, trading_date, source_name)
);
