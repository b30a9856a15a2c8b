import type { Holdings } from '../domain/holdings.ts'

/** What is held in the words of the wire, with at most `maxRows` positions and as many open orders. */
export function heldJson(
  { equityUsd, lastEquityUsd, buyingPowerUsd, positions, openOrders }: Holdings,
  maxRows: number,
) {
  return {
    equity_usd: equityUsd,
    profit_since_last_close_usd: equityUsd - lastEquityUsd,
    buying_power_usd: buyingPowerUsd,
    positions: positions.slice(0, maxRows).map((it) => ({
      symbol: it.symbol,
      side: it.side,
      qty: it.qty,
      market_value_usd: it.marketValueUsd,
      average_entry_price: it.averageEntryPrice,
      unrealized_profit_usd: it.unrealizedPnlUsd,
    })),
    open_orders: openOrders.slice(0, maxRows).map((it) => ({
      symbol: it.symbol,
      side: it.side,
      qty: it.qty,
      notional_usd: it.notionalUsd,
      price: it.price,
    })),
    rows_left_out: Math.max(0, positions.length - maxRows) + Math.max(0, openOrders.length - maxRows),
  }
}
