import { certainSymbol, didYouMean } from '../domain/stocks/symbol-search.ts'
import type { MarketSource } from '../ports/market-source.ts'

/** A warning for each symbol that the market does not have, with the symbols that may be meant. */
export async function unknownSymbols(
  market: Pick<MarketSource, 'listings'>,
  symbols: readonly string[],
): Promise<string[]> {
  if (symbols.length === 0) return []
  const listed = await market.listings()
  const unlisted = symbols.filter((symbol) => certainSymbol(symbol, listed) === null)
  return unlisted.map((symbol) => `There is no symbol ${symbol}.${didYouMean(symbol, listed)}`)
}
