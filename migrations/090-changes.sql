-- Whose data that processes cache were written, by the transaction that wrote them. A process of the service reads what
-- its last look did not see. SQLite counts commits by itself.
-- Only on postgres.
CREATE TABLE changes (
  transaction_id XID8 NOT NULL DEFAULT pg_current_xact_id(),
  kind TEXT NOT NULL,
  account_id TEXT NOT NULL,
  PRIMARY KEY (transaction_id, kind, account_id)
);

DROP TABLE foreign_writes;
