-- Tapes of a live source as it told them, so that a restart goes on where the last process stopped and a finished session
-- is read from here. A segment holds the rows from first_row on, packed like the content of market_sessions; whole_until is
-- the instant (epoch milliseconds) up to which nothing is missing, NULL while unknown. kind: option_prints, or off_exchange
-- (finished sessions alone; total_volume is all that was traded in the stock).
CREATE TABLE tape_segments (
  kind TEXT NOT NULL CHECK (kind IN ('option_prints', 'off_exchange')),
  symbol TEXT NOT NULL,
  session_date TEXT NOT NULL,
  first_row INT8 NOT NULL,
  row_count INT8 NOT NULL,
  whole_until INT8,
  total_volume FLOAT8,
  encoding INT8 NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (kind, symbol, session_date, first_row)
);

CREATE INDEX tape_segments_by_date ON tape_segments (session_date);

-- Rows of flow as they stand: prints, or the legs of a sweep merged. executed_at is epoch milliseconds, premium whole cents
-- (NULL unknown), detail what no question is asked by, as a JSON list in the order of src/store/flow-row-columns.ts.
CREATE TABLE flow_rows (
  symbol TEXT NOT NULL,
  session_date TEXT NOT NULL,
  sequence INT8 NOT NULL,
  executed_at INT8 NOT NULL,
  option_symbol TEXT NOT NULL,
  dte INT8 NOT NULL,
  side TEXT NOT NULL,
  size FLOAT8 NOT NULL,
  premium_cents INT8,
  trade_type TEXT NOT NULL,
  sentiment TEXT NOT NULL,
  aggressor INT8 NOT NULL,
  unusual_score INT8 NOT NULL,
  alert_types TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (symbol, session_date, sequence)
);

-- Newest first, of all symbols and of one; and the same of premiums and of scores that are asked for alone.
CREATE INDEX flow_rows_newest ON flow_rows (executed_at DESC, symbol, sequence DESC);

CREATE INDEX flow_rows_of_symbol ON flow_rows (symbol, executed_at DESC, sequence DESC);

CREATE INDEX flow_rows_large ON flow_rows (executed_at DESC, symbol, sequence DESC, premium_cents) WHERE premium_cents >= 10000000;

CREATE INDEX flow_rows_unusual ON flow_rows (executed_at DESC, symbol, sequence DESC, unusual_score) WHERE unusual_score >= 60;

-- What the rows of a minute add up to, by the instant it begins. Premiums are cents.
CREATE TABLE flow_minutes (
  symbol TEXT NOT NULL,
  session_date TEXT NOT NULL,
  minute_ms INT8 NOT NULL,
  row_count INT8 NOT NULL,
  call_volume FLOAT8 NOT NULL,
  put_volume FLOAT8 NOT NULL,
  call_premium INT8 NOT NULL,
  put_premium INT8 NOT NULL,
  calls_bought INT8 NOT NULL,
  calls_sold INT8 NOT NULL,
  puts_bought INT8 NOT NULL,
  puts_sold INT8 NOT NULL,
  bullish_premium INT8 NOT NULL,
  bearish_premium INT8 NOT NULL,
  neutral_premium INT8 NOT NULL,
  underlying_price FLOAT8,
  PRIMARY KEY (symbol, session_date, minute_ms)
);

CREATE INDEX flow_minutes_by_date ON flow_minutes (session_date);

-- The same of a session, kept for good. first_at and last_at are those of its rows; is_whole once the session is over and
-- everything of it is here. warnings is a JSON list of what the source says of the tape. source is the market source that told the tape: another one is not answered from it.
CREATE TABLE flow_days (
  session_date TEXT NOT NULL,
  symbol TEXT NOT NULL,
  source TEXT NOT NULL,
  warnings TEXT NOT NULL,
  is_whole INT8 NOT NULL CHECK (is_whole IN (0, 1)),
  as_of INT8 NOT NULL,
  first_at INT8 NOT NULL,
  last_at INT8 NOT NULL,
  row_count INT8 NOT NULL,
  call_volume FLOAT8 NOT NULL,
  put_volume FLOAT8 NOT NULL,
  call_premium INT8 NOT NULL,
  put_premium INT8 NOT NULL,
  calls_bought INT8 NOT NULL,
  calls_sold INT8 NOT NULL,
  puts_bought INT8 NOT NULL,
  puts_sold INT8 NOT NULL,
  bullish_premium INT8 NOT NULL,
  bearish_premium INT8 NOT NULL,
  neutral_premium INT8 NOT NULL,
  PRIMARY KEY (session_date, symbol)
);
