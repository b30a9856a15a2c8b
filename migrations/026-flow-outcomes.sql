-- What prints of a session did after some sessions, as sums in JSON, by alert type; the type 'all' is all prints, and is
-- there even if it counts none. The symbol '' is all symbols together.
CREATE TABLE flow_outcomes (
  source TEXT NOT NULL,
  symbol TEXT NOT NULL,
  alert_type TEXT NOT NULL,
  session_date TEXT NOT NULL,
  horizon INT8 NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (source, symbol, alert_type, session_date, horizon)
);

CREATE INDEX flow_outcomes_by_date ON flow_outcomes (session_date, source, horizon, alert_type, symbol);
