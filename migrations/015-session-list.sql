-- What the owner recognizes a sign-in session by: the address of its last use, and the browser that it began in.
-- Sessions of earlier versions have neither.
ALTER TABLE sessions ADD COLUMN address TEXT;

ALTER TABLE sessions ADD COLUMN browser TEXT;

DROP INDEX sessions_by_account;

CREATE INDEX sessions_by_account ON sessions (account_id, id);
