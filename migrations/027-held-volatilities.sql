-- The last quoted volatilities of the contracts that settle in the session, so that sums of its last minutes are the same
-- after a restart. content is JSON. Rows of sessions before the newest are removed.
CREATE TABLE held_volatilities (
  session_date TEXT NOT NULL,
  symbol TEXT NOT NULL,
  as_of TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (session_date, symbol)
);
