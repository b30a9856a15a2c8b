-- Whether the process sends deliveries. The others are counted alone, for limits that all processes share.
ALTER TABLE instances ADD COLUMN sends INT8 NOT NULL DEFAULT 1;
