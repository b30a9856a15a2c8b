-- When the brokerage last said anything about an order that can still change: NULL until its entry and its exits are done.
ALTER TABLE ledger ADD COLUMN order_settled_at TEXT;

-- Orders that are followed to their end, found by their symbol.
CREATE INDEX ledger_open_orders ON ledger (symbol, intent_at) WHERE status = 'ordered' AND order_settled_at IS NULL;
