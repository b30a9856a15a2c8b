/** A paper account in the vendor's fields. https://docs.alpaca.markets/reference/getaccount-1 */
export const AN_ACCOUNT = {
  id: '1d9eed04-be39-4e01-9b84-a48ac5bbafcf',
  account_number: 'PALPACA_123',
  status: 'ACTIVE',
  currency: 'USD',
  cash: '100000',
  equity: '100000',
  last_equity: '100000',
  buying_power: '200000',
  long_market_value: '0',
  short_market_value: '0',
  multiplier: '2',
  shorting_enabled: true,
  trading_blocked: false,
  account_blocked: false,
}

/** Five shares in the vendor's fields. https://docs.alpaca.markets/reference/getallopenpositions */
export const A_POSITION = {
  asset_id: '904837e3-3b76-47ec-b432-046db621571b',
  symbol: 'AAPL',
  exchange: 'NASDAQ',
  asset_class: 'us_equity',
  avg_entry_price: '100.0',
  qty: '5',
  qty_available: '4',
  side: 'long',
  market_value: '600.0',
  cost_basis: '500.0',
  unrealized_pl: '100.0',
  unrealized_plpc: '0.20',
  unrealized_intraday_pl: '10.0',
  unrealized_intraday_plpc: '0.0084',
  current_price: '120.0',
  lastday_price: '119.0',
  change_today: '0.0084',
  asset_marginable: false,
}
