-- Until when a rule is silent, and the further kinds of change that the feed reports: rules whose snooze changed, archived
-- and restored notifications, and a change of so many notifications that clients fetch the list again.
ALTER TABLE alerts ADD COLUMN snoozed_until TEXT;

ALTER TABLE feed_events RENAME COLUMN kind TO old_kind;
ALTER TABLE feed_events ADD COLUMN kind TEXT NOT NULL DEFAULT 'notification'
  CHECK (kind IN ('notification', 'read', 'unread', 'deleted', 'all_read', 'archived', 'restored', 'rules', 'reset'));
UPDATE feed_events SET kind = old_kind;
ALTER TABLE feed_events DROP COLUMN old_kind;
