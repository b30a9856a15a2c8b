-- Skew at 30 days, IV of the 25-delta call less that of the 25-delta put, decimal; NULL is unknown.
ALTER TABLE daily_metrics ADD COLUMN rr25 FLOAT8;
