-- What candles of a minute need besides its last price, and the stock that hedging its prints takes, USD. Unknown for
-- minutes that were stored before.
ALTER TABLE flow_minutes ADD COLUMN price_open FLOAT8;
ALTER TABLE flow_minutes ADD COLUMN price_high FLOAT8;
ALTER TABLE flow_minutes ADD COLUMN price_low FLOAT8;
ALTER TABLE flow_minutes ADD COLUMN hedge FLOAT8;
