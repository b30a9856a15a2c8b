import { visibleText } from '../../lib/text/visible-text.ts'
import type { Holdings } from '../domain/holdings.ts'
import type { DecisionRequest } from '../ports/decider.ts'

/** Positions, and open orders, that a model is shown: each costs tokens. */
const MAX_ROWS = 50

/**
 * The one message of a request: limits and webhook as JSON between two marks that nobody can know before. The copy of
 * the webhook has no characters that a reader would not see; ledger and fingerprint keep the original.
 */
export function userMessage({ idea, limits, held }: DecisionRequest, mark: string): string {
  const data = {
    limits: {
      max_notional_usd: limits.maxNotionalUsd,
      min_confidence: limits.minConfidence,
      allow_short_selling: limits.allowShortSelling,
    },
    ...(held !== undefined && { held: held && cleaned(heldJson(held)) }),
    webhook: cleaned(idea),
  }
  return `The data stand between the two lines that read ${mark}.\n${mark}\n${JSON.stringify(data)}\n${mark}`
}

/** In the words of the wire; what is held is data like everything else between the marks. */
function heldJson({ equityUsd, lastEquityUsd, buyingPowerUsd, positions, openOrders }: Holdings) {
  return {
    equity_usd: equityUsd,
    profit_since_last_close_usd: equityUsd - lastEquityUsd,
    buying_power_usd: buyingPowerUsd,
    positions: positions.slice(0, MAX_ROWS).map((it) => ({
      symbol: it.symbol,
      side: it.side,
      qty: it.qty,
      market_value_usd: it.marketValueUsd,
      average_entry_price: it.averageEntryPrice,
      unrealized_profit_usd: it.unrealizedPnlUsd,
    })),
    open_orders: openOrders.slice(0, MAX_ROWS).map((it) => ({
      symbol: it.symbol,
      side: it.side,
      qty: it.qty,
      notional_usd: it.notionalUsd,
      price: it.price,
    })),
    rows_left_out: Math.max(0, positions.length - MAX_ROWS) + Math.max(0, openOrders.length - MAX_ROWS),
  }
}

/** A copy with visible text only, keys included. Depth is bounded where webhooks are taken in. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [visibleText(key), cleaned(field)]))
}
