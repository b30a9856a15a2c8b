-- What the decisions on an idea have cost, repeats included: tokens in and out, and USD. NULL is unknown, or none was made.
ALTER TABLE ledger ADD COLUMN llm_tokens INT8;

ALTER TABLE ledger ADD COLUMN llm_cost_usd FLOAT8;
