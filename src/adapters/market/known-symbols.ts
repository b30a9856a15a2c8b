import { AppError } from '../../domain/errors.ts'

const NAMED = 3

/**
 * The symbols that a live source may be asked for. Everything else is refused here, so that nobody can make the service
 * ask its vendor for whatever comes to mind.
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
    throw new AppError(
      'not_found',
      `${symbol} is not among the ${this.list.length} symbols of this service, for example ${examples}. Its operator can add it to MARKET_SYMBOLS.`,
    )
  }
}

/** Indices that have options; vendors write these symbols in their own ways. */
export const INDEX_SYMBOLS: ReadonlySet<string> = new Set(['SPX', 'NDX', 'RUT', 'VIX', 'XSP'])

/** BRK.B of `BRK/B`, `BRK-B`, `BRK B` and `BRK.B`; a class that is written without any mark cannot be told apart. */
export function symbolOfSpelling(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[/\- ]/g, '.')
}
