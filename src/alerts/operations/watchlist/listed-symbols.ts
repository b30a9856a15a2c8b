import { invalid } from '../../../lib/errors.ts'
import type { MarketSource } from '../../../market/ports/market-source.ts'

/** Refuses symbols that the market does not have; `path` is the field that holds them. */
export async function requireListed(market: MarketSource, symbols: readonly string[], path: string): Promise<void> {
  if (symbols.length === 0) return
  const listed = new Set((await market.listings()).map(({ symbol }) => symbol))
  const unknown = symbols.flatMap((symbol, index) => (listed.has(symbol) ? [] : [`${path}.${index}`]))
  if (unknown.length > 0) {
    throw invalid(unknown.map((path) => ({ path, message: 'is not a symbol of GET /api/v1/stocks' })))
  }
}
