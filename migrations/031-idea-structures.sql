-- The contracts that express an idea, as JSON: legs, net price and payoff. NULL where no listed contracts with quotes fit.
ALTER TABLE trade_ideas ADD COLUMN structure TEXT;
