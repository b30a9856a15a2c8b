-- Which channels there are is known by the program alone: a new one needs no migration. A check of a column cannot be
-- dropped on both engines, so both tables are made anew. No table refers to either, so nothing else changes with them.
CREATE TABLE endpoints_new (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  alert_id TEXT REFERENCES alerts (id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  address_sealed TEXT NOT NULL,
  address_digest TEXT NOT NULL,
  label TEXT NOT NULL,
  secret_sealed TEXT,
  older_secret_sealed TEXT,
  older_secret_until TEXT,
  verified_at TEXT,
  state TEXT NOT NULL CHECK (state IN ('active', 'cooling', 'disabled')),
  failures INT8 NOT NULL CHECK (failures >= 0),
  first_failure_at TEXT,
  open_until TEXT,
  created_at TEXT NOT NULL,
  refusals INT8 NOT NULL DEFAULT 0
);

INSERT INTO endpoints_new (id, account_id, alert_id, channel, address_sealed, address_digest, label, secret_sealed,
  older_secret_sealed, older_secret_until, verified_at, state, failures, first_failure_at, open_until, created_at, refusals)
SELECT id, account_id, alert_id, channel, address_sealed, address_digest, label, secret_sealed,
  older_secret_sealed, older_secret_until, verified_at, state, failures, first_failure_at, open_until, created_at, refusals
FROM endpoints;

DROP TABLE endpoints;

ALTER TABLE endpoints_new RENAME TO endpoints;

CREATE UNIQUE INDEX endpoints_of_account ON endpoints (account_id, channel, address_digest) WHERE alert_id IS NULL;

CREATE UNIQUE INDEX endpoints_of_alert ON endpoints (alert_id) WHERE alert_id IS NOT NULL;

CREATE INDEX endpoints_by_account ON endpoints (account_id, channel, id);

CREATE INDEX endpoints_older_secrets ON endpoints (older_secret_until) WHERE older_secret_until IS NOT NULL;

CREATE INDEX endpoints_by_address ON endpoints (channel, address_digest);

CREATE TABLE deliveries_new (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  notification_id TEXT REFERENCES notifications (id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'sent', 'failed', 'throttled')),
  reason TEXT,
  priority_rank INT8 NOT NULL CHECK (priority_rank IN (0, 1)),
  due_at TEXT,
  expires_at TEXT,
  attempts INT8 NOT NULL CHECK (attempts >= 0),
  handed_over INT8 NOT NULL CHECK (handed_over IN (0, 1)),
  lease_owner TEXT,
  batch_key TEXT,
  summary_id TEXT,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  redelivery INT8 NOT NULL DEFAULT 0 CHECK (redelivery IN (0, 1)),
  interrupted INT8 NOT NULL DEFAULT 0,
  UNIQUE (notification_id, channel, endpoint_id)
);

INSERT INTO deliveries_new (id, account_id, notification_id, channel, endpoint_id, status, reason, priority_rank, due_at,
  expires_at, attempts, handed_over, lease_owner, batch_key, summary_id, body, created_at, updated_at, redelivery, interrupted)
SELECT id, account_id, notification_id, channel, endpoint_id, status, reason, priority_rank, due_at,
  expires_at, attempts, handed_over, lease_owner, batch_key, summary_id, body, created_at, updated_at, redelivery, interrupted
FROM deliveries;

DROP TABLE deliveries;

ALTER TABLE deliveries_new RENAME TO deliveries;

CREATE INDEX deliveries_due ON deliveries (priority_rank, due_at, id) WHERE status = 'pending' AND batch_key IS NULL;

CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, due_at) WHERE status = 'pending' AND batch_key IS NULL;

CREATE INDEX deliveries_gathered ON deliveries (due_at, account_id, channel)
  WHERE status = 'pending' AND batch_key IS NOT NULL AND summary_id IS NULL;

CREATE INDEX deliveries_gathered_of ON deliveries (account_id, channel, endpoint_id)
  WHERE status = 'pending' AND batch_key IS NOT NULL AND summary_id IS NULL;

CREATE INDEX deliveries_waiting ON deliveries (due_at) WHERE status = 'throttled' AND due_at IS NOT NULL;

CREATE INDEX deliveries_waiting_of ON deliveries (account_id, channel, priority_rank, created_at)
  WHERE status = 'throttled' AND due_at IS NOT NULL;

CREATE INDEX deliveries_leased ON deliveries (lease_owner) WHERE lease_owner IS NOT NULL;

CREATE INDEX deliveries_of_summary ON deliveries (summary_id) WHERE summary_id IS NOT NULL;

CREATE INDEX deliveries_by_account ON deliveries (account_id, id);
