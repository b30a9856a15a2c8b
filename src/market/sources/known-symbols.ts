import { AppError } from '../../lib/errors.ts'
import { didYouMean } from '../domain/stocks/symbol-search.ts'

const NAMED = 3

/**
 * The symbols that may be requested from a live source. Others are rejected, so that users cannot make the service send
 * arbitrary requests to its vendor.
 */
export class KnownSymbols {
  readonly list: readonly string[]
  readonly #known: ReadonlySet<string>

  constructor(symbols: readonly string[]) {
    this.list = [...new Set(symbols)].sort()
    this.#known = new Set(this.list)
  }

  require(symbol: string): void {
    if (this.#known.has(symbol)) return
    const examples = this.list.slice(0, NAMED).join(', ')
    const listed = this.list.map((each) => ({ symbol: each, name: null }))
    throw new AppError(
      'not_found',
      `${symbol} is not among the ${this.list.length} symbols of this service, for example ${examples}. Its operator can add it to MARKET_SYMBOLS.${didYouMean(symbol, listed)}`,
    )
  }
}

/** Indices that have options; vendors write these symbols in their own ways. */
export const INDEX_SYMBOLS: ReadonlySet<string> = new Set([
  'SPX',
  'NDX',
  'RUT',
  'VIX',
  'XSP',
  'XND',
  'DJX',
  'OEX',
  'XEO',
])

/** BRK.B of `BRK/B`, `BRK-B`, `BRK B` and `BRK.B`; a class without a separator is not recognized. */
export function symbolOfSpelling(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[/\- ]/g, '.')
}
