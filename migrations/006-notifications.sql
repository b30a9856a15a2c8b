-- Notifications, the ways that they take, and what accounts have set. A delivery is one notification, or one summary of
-- several, through one channel to one address; its body is the exact text that is sent, made when the row was written.
-- Addresses and signing secrets are sealed under a key that is not in the store. Instants are TEXT YYYY-MM-DDTHH:MM:SS.sssZ.

-- The place in the account's feed rises by one with each change there, without holes, so that a client can see a gap.
CREATE TABLE notification_heads (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  seq INT8 NOT NULL CHECK (seq >= 0),
  unread_count INT8 NOT NULL CHECK (unread_count >= 0)
);

CREATE TABLE notifications (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  seq INT8 NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('custom_alert', 'unusual_activity', 'whale_trade', 'system_update', 'account')),
  priority TEXT NOT NULL CHECK (priority IN ('normal', 'high')),
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  symbol TEXT,
  details TEXT NOT NULL,
  alert_id TEXT,
  created_at TEXT NOT NULL,
  read_at TEXT,
  deleted_at TEXT,
  UNIQUE (account_id, seq)
);

CREATE INDEX notifications_unread ON notifications (account_id, seq) WHERE read_at IS NULL AND deleted_at IS NULL;

CREATE INDEX notifications_by_symbol ON notifications (account_id, symbol, seq);

CREATE INDEX notifications_by_type ON notifications (account_id, type, seq);

CREATE INDEX notifications_by_age ON notifications (created_at);

CREATE INDEX notifications_deleted ON notifications (deleted_at) WHERE deleted_at IS NOT NULL;

-- What was raised already. It outlives a notification that its owner deleted, so that a replay does not raise it again.
CREATE TABLE notification_events (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  event_key TEXT NOT NULL,
  notification_id TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (account_id, event_key)
);

CREATE INDEX notification_events_by_age ON notification_events (at);

CREATE TABLE feed_events (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  seq INT8 NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('notification', 'read', 'unread', 'deleted', 'all_read')),
  ids TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (account_id, seq)
);

CREATE INDEX feed_events_by_age ON feed_events (at);

CREATE TABLE notification_settings (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  enabled INT8 NOT NULL CHECK (enabled IN (0, 1)),
  channels TEXT NOT NULL,
  quiet_hours TEXT NOT NULL,
  frequency TEXT NOT NULL CHECK (frequency IN ('realtime', 'hourly', 'daily')),
  digest_time TEXT NOT NULL,
  sound INT8 NOT NULL CHECK (sound IN (0, 1))
);

CREATE TABLE watchlist_symbols (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  symbol TEXT NOT NULL,
  place INT8 NOT NULL,
  PRIMARY KEY (account_id, symbol)
);

CREATE INDEX watchlist_by_symbol ON watchlist_symbols (symbol, account_id);

CREATE TABLE alerts (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('option_flow', 'trade_idea')),
  criteria TEXT NOT NULL,
  channels TEXT,
  endpoint_id TEXT,
  cooldown_minutes INT8 NOT NULL CHECK (cooldown_minutes >= 0),
  priority TEXT NOT NULL CHECK (priority IN ('normal', 'high')),
  enabled INT8 NOT NULL CHECK (enabled IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE INDEX alerts_by_account ON alerts (account_id, id);

-- Instants in milliseconds: they are compared and added to in the statement that writes them.
CREATE TABLE alert_fires (
  alert_id TEXT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  symbol TEXT NOT NULL,
  fired_ms INT8 NOT NULL,
  triggered_ms INT8 NOT NULL,
  suppressed INT8 NOT NULL CHECK (suppressed >= 0),
  PRIMARY KEY (alert_id, symbol)
);

CREATE TABLE endpoints (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  alert_id TEXT REFERENCES alerts (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('email', 'sms', 'push', 'slack', 'discord', 'webhook')),
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
  created_at TEXT NOT NULL
);

CREATE UNIQUE INDEX endpoints_of_account ON endpoints (account_id, channel, address_digest) WHERE alert_id IS NULL;

CREATE UNIQUE INDEX endpoints_of_alert ON endpoints (alert_id) WHERE alert_id IS NOT NULL;

CREATE INDEX endpoints_by_account ON endpoints (account_id, channel, id);

CREATE INDEX endpoints_older_secrets ON endpoints (older_secret_until) WHERE older_secret_until IS NOT NULL;

CREATE TABLE phone_codes (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  phone_sealed TEXT NOT NULL,
  code_digest TEXT NOT NULL,
  tries INT8 NOT NULL CHECK (tries >= 0),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX phone_codes_by_account ON phone_codes (account_id, created_at);

CREATE INDEX phone_codes_by_age ON phone_codes (created_at);

-- An endpoint that is missing is the empty text, so that the unique index sees it. A row whose body is a summary of others
-- has no notification; the others name it in summary_id and take its state.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  notification_id TEXT REFERENCES notifications (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('email', 'sms', 'push', 'slack', 'discord', 'webhook')),
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
  UNIQUE (notification_id, channel, endpoint_id)
);

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

CREATE INDEX deliveries_open_of ON deliveries (account_id, channel) WHERE status = 'pending';

CREATE INDEX deliveries_by_account ON deliveries (account_id, id);

CREATE INDEX deliveries_by_age ON deliveries (created_at);

-- The index of counted attempts is the log that plan limits are read from.
CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL,
  n INT8 NOT NULL,
  cause TEXT NOT NULL CHECK (cause IN ('auto', 'manual', 'test')),
  counted INT8 NOT NULL CHECK (counted IN (0, 1)),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ms INT8,
  outcome TEXT CHECK (outcome IN ('sent', 'failed')),
  http_status INT8,
  error_code TEXT,
  response_head TEXT,
  PRIMARY KEY (delivery_id, n)
);

CREATE INDEX delivery_attempts_counted ON delivery_attempts (account_id, channel, started_at) WHERE counted = 1;

CREATE INDEX delivery_attempts_of_account ON delivery_attempts (account_id);

CREATE INDEX delivery_attempts_by_age ON delivery_attempts (started_at);

CREATE INDEX delivery_attempts_heads ON delivery_attempts (started_at) WHERE response_head IS NOT NULL;

-- A digest or catch-up that was sent: its key makes it go once to each address.
CREATE TABLE batches (
  key TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  summary_id TEXT NOT NULL,
  flushed_at TEXT NOT NULL,
  PRIMARY KEY (key, endpoint_id)
);

CREATE INDEX batches_by_account ON batches (account_id);

CREATE INDEX batches_by_age ON batches (flushed_at);

-- Processes that may hold leases.
CREATE TABLE instances (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INT8 NOT NULL,
  process_started_at TEXT NOT NULL,
  heartbeat_at TEXT NOT NULL
);
