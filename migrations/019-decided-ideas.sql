-- Ideas that go on with a stored decision, found without a walk over all that wait for one.
CREATE INDEX ledger_decided ON ledger (created_at, fingerprint) WHERE status = 'queued' AND phase <> 'accepted';
