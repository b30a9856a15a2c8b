-- Ids begin with the instant of their making, so age needs no index of its own; what an account has on hold is found by its
-- gathered rows and its endpoints. Each of these indexes was written with every delivery or attempt.
DROP INDEX deliveries_by_age;

DROP INDEX deliveries_open_of;

DROP INDEX delivery_attempts_by_age;
