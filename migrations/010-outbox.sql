-- Ids begin with the instant of their making, so age needs no index of its own; what an account has on hold is found by its
-- gathered rows and its endpoints. Each of these indexes was written with every delivery or attempt.
DROP INDEX deliveries_by_age;

DROP INDEX deliveries_open_of;

DROP INDEX delivery_attempts_by_age;

-- Its owner asked for one attempt more, which counts against the limits of the plan.
ALTER TABLE deliveries ADD COLUMN redelivery INT8 NOT NULL DEFAULT 0 CHECK (redelivery IN (0, 1));

-- Messages since the last one that arrived of which the peer said that it knows no such recipient.
ALTER TABLE endpoints ADD COLUMN refusals INT8 NOT NULL DEFAULT 0;

-- Attempts that ended with the process that made them, and so say nothing of the peer.
ALTER TABLE deliveries ADD COLUMN interrupted INT8 NOT NULL DEFAULT 0;
