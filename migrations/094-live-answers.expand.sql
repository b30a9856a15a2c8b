-- What the processes of a service ask the one that asks the vendor of a live market source, and its answers. Both are
-- hints of a moment and not logged: a crash of the server empties them, and a standby has none.
-- Only on postgres.
CREATE UNLOGGED TABLE live_questions (
  -- Of the question and of the format of its answer.
  digest TEXT NOT NULL PRIMARY KEY,
  question TEXT NOT NULL,
  -- Rises with the urgency.
  urgency INT8 NOT NULL,
  -- Unix milliseconds until when somebody waits.
  until_ms INT8 NOT NULL
);
-- Only on postgres.
CREATE UNLOGGED TABLE live_answers (
  digest TEXT NOT NULL PRIMARY KEY,
  -- Changes with the content alone.
  version TEXT NOT NULL,
  -- Unix milliseconds when the content was last found to be the answer.
  checked_ms INT8 NOT NULL,
  content BYTEA NOT NULL
) WITH (fillfactor = 50);
-- Contents are compressed by the program.
-- Only on postgres.
ALTER TABLE live_answers ALTER COLUMN content SET STORAGE EXTERNAL;
