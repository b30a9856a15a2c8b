-- The scorecard reads the decisions of a window in pages, the latest first.
CREATE INDEX ledger_decided_by_time ON ledger (coalesce(asked_at, created_at), fingerprint) WHERE decision IS NOT NULL;
