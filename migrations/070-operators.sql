-- 1: the account may use the operator's pages, while it is not suspended.
ALTER TABLE accounts ADD COLUMN is_operator INT8 NOT NULL DEFAULT 0 CHECK (is_operator IN (0, 1));

-- The name of an account in the log of operators, made with its first entry. A deleted account takes it along, so the log
-- keeps every entry and nothing of a person.
ALTER TABLE accounts ADD COLUMN log_ref TEXT;

CREATE UNIQUE INDEX accounts_by_log_ref ON accounts (log_ref);

-- What operators did.
CREATE TABLE operator_actions (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  -- NULL on the command line, whose user has no account here.
  actor_ref TEXT,
  address TEXT,
  -- Name of the operation.
  action TEXT NOT NULL,
  -- The account that it was done to.
  subject_ref TEXT,
  -- JSON object.
  details TEXT NOT NULL
);

-- Only on sqlite.
CREATE TRIGGER operator_actions_are_not_changed BEFORE UPDATE ON operator_actions BEGIN SELECT RAISE(ABORT, 'The log of operators is append-only.'); END;

-- Only on sqlite.
CREATE TRIGGER operator_actions_are_not_deleted BEFORE DELETE ON operator_actions BEGIN SELECT RAISE(ABORT, 'The log of operators is append-only.'); END;

-- Only on sqlite.
-- INSERT OR REPLACE deletes a row without a trigger of deletions.
CREATE TRIGGER operator_actions_are_not_replaced BEFORE INSERT ON operator_actions WHEN EXISTS (SELECT 1 FROM operator_actions WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'The log of operators is append-only.'); END;

-- Only on postgres.
CREATE FUNCTION refuse_change_of_operator_actions() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'The log of operators is append-only.'; END $$;

-- Only on postgres.
CREATE TRIGGER operator_actions_are_not_changed BEFORE UPDATE OR DELETE ON operator_actions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_operator_actions();

-- Only on postgres.
CREATE TRIGGER operator_actions_are_not_truncated BEFORE TRUNCATE ON operator_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_operator_actions();
