-- Archived notifications leave the list and the count. An action on many notifications can be undone for some minutes: a
-- row names the action that read it and the one that archived or restored it, until something else changes it.
ALTER TABLE notifications ADD COLUMN archived_at TEXT;
ALTER TABLE notifications ADD COLUMN read_action TEXT;
ALTER TABLE notifications ADD COLUMN archive_action TEXT;

CREATE TABLE notification_actions (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('read', 'archive', 'restore')),
  expires_at TEXT NOT NULL
);

CREATE INDEX notification_actions_by_account ON notification_actions (account_id);

CREATE INDEX notification_actions_by_age ON notification_actions (expires_at);

DROP INDEX notifications_unread;

CREATE INDEX notifications_unread ON notifications (account_id, seq)
  WHERE read_at IS NULL AND archived_at IS NULL AND deleted_at IS NULL;

CREATE INDEX notifications_archived ON notifications (account_id, seq) WHERE archived_at IS NOT NULL;

CREATE INDEX notifications_by_alert ON notifications (account_id, alert_id, seq) WHERE alert_id IS NOT NULL;

CREATE INDEX notifications_read_by ON notifications (read_action) WHERE read_action IS NOT NULL;

CREATE INDEX notifications_archived_by ON notifications (archive_action) WHERE archive_action IS NOT NULL;
