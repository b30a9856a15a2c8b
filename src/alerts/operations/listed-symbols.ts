import { invalid } from '../../lib/errors.ts'
import { certainSymbol, didYouMean } from '../../market/domain/stocks/symbol-search.ts'
import type { MarketSource } from '../../market/ports/market-source.ts'

interface Given {
  readonly symbols: readonly string[]
  /** The field that holds them. */
  readonly path: string
  /** Symbols that were stored before; they are accepted if the market no longer has them. */
  readonly stored?: readonly string[] | undefined
}

/** The symbols of the market that were given or are certainly meant; refuses others. */
export async function listedSymbols(
  market: Pick<MarketSource, 'listings'>,
  { symbols, path, stored = [] }: Given,
): Promise<string[]> {
  if (symbols.length === 0) return []
  const listed = await market.listings()
  const found = symbols.map((symbol) => (stored.includes(symbol) ? symbol : certainSymbol(symbol, listed)))
  const issues = found.flatMap((symbol, index) =>
    symbol === null ? [{ path: `${path}.${index}`, message: unlisted(didYouMean(symbols[index] ?? '', listed)) }] : [],
  )
  if (issues.length > 0) throw invalid(issues)
  return found.filter((symbol) => symbol !== null)
}

function unlisted(suggestion: string): string {
  const message = 'is not a symbol of GET /api/v1/stocks'
  return suggestion === '' ? message : `${message}.${suggestion}`
}
