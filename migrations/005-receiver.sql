-- The receiver's ledger, one row for each accepted idea. Besides what an entry shows it holds how far the work on it is
-- committed (phase), who works on it until when (lease), and what is needed to go on after a crash. NULL is "not yet".
CREATE TABLE ledger (
  fingerprint TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('queued', 'skipped', 'dry_run', 'ordered', 'failed')),
  phase TEXT NOT NULL CHECK (phase IN ('accepted', 'decided', 'submitting', 'done')),
  symbol TEXT NOT NULL,
  payload TEXT NOT NULL,
  payload_sha256 TEXT NOT NULL,
  decision TEXT,
  order_result TEXT,
  error TEXT,
  llm_usage TEXT,
  -- What the brokerage said to an order that may have been accepted none the less.
  broker_text TEXT,
  duplicates INT8 NOT NULL CHECK (duplicates >= 0),
  attempts INT8 NOT NULL CHECK (attempts >= 0),
  -- Times that the brokerage could not say whether there is an order.
  unclear_queries INT8 NOT NULL CHECK (unclear_queries >= 0),
  -- From when on the idea ages: its acceptance, or the operator's retry.
  fresh_from TEXT NOT NULL,
  due_at TEXT NOT NULL,
  lease_owner TEXT,
  lease_instance TEXT,
  lease_until TEXT,
  asked_at TEXT,
  intent_at TEXT,
  notional_usd FLOAT8,
  -- When the brokerage is asked once more about a failed order.
  recheck_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((status = 'queued') = (phase <> 'done'))
);

CREATE INDEX ledger_waiting ON ledger (created_at, fingerprint) WHERE status = 'queued';

CREATE INDEX ledger_rechecks ON ledger (recheck_at) WHERE recheck_at IS NOT NULL;

CREATE INDEX ledger_leases ON ledger (lease_instance) WHERE lease_instance IS NOT NULL;

CREATE INDEX ledger_by_time ON ledger (created_at, fingerprint);

CREATE INDEX ledger_by_status ON ledger (status, created_at, fingerprint);

CREATE INDEX ledger_by_symbol ON ledger (symbol, created_at, fingerprint);

CREATE INDEX ledger_intents ON ledger (intent_at, symbol, notional_usd) WHERE intent_at IS NOT NULL;

CREATE INDEX ledger_decisions ON ledger (asked_at) WHERE asked_at IS NOT NULL;

-- Processes that work on the ledger: what a dead one held is taken over at once. The mark tells a process from a later
-- one with the same number.
CREATE TABLE receiver_instances (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INT8 NOT NULL,
  process_mark TEXT NOT NULL,
  started_at TEXT NOT NULL
);

CREATE INDEX receiver_instances_by_host ON receiver_instances (host);
