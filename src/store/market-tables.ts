// biome-ignore lint/suspicious/noEmptyInterface: filled with the market data
export interface MarketTables {}
