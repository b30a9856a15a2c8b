-- A claim changes no indexed column: the end of its lease is a column of its own, and the row stays due where it was.
-- PostgreSQL then writes the claim beside the row and touches no index. A lease that is older than this migration ends
-- when its row is due again, as before.
ALTER TABLE deliveries ADD COLUMN lease_until TEXT;

DROP INDEX deliveries_leased;

-- Only on postgres.
ALTER TABLE deliveries SET (fillfactor = 50);
