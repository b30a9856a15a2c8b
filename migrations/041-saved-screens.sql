-- Screens that an account has named are saved beside its filters of the tape: kind 'screen' and 'flow'.
ALTER TABLE saved_filters ADD COLUMN kind TEXT NOT NULL DEFAULT 'flow' CHECK (kind IN ('flow', 'screen'));
DROP INDEX saved_filters_by_name;
CREATE UNIQUE INDEX saved_filters_by_name ON saved_filters (account_id, kind, name);
