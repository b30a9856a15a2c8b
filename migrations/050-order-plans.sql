-- The exits of an order with ORDER_STYLE=bracket or oto, as they were sent. NULL is an order by amount, or none.
ALTER TABLE ledger ADD COLUMN order_plan TEXT;
