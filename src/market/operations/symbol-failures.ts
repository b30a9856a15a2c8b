import { AppError } from '../../lib/errors.ts'

const NAMED = 8
/** Reasons that are named; the symbols of further ones are named with the last. */
const MAX_REASONS = 3

/**
 * What the source does not answer of single symbols of a whole-market question: each costs its own data, and the others
 * are answered with a warning.
 */
export class SymbolFailures {
  readonly #symbolsOf = new Map<string, Set<string>>()
  #first: AppError | undefined

  /** Null for data that are not there (`not_found`) or cannot be had now (`unavailable`). Other errors are thrown. */
  async nullIfLacking<T>(symbol: string, answer: Promise<T>): Promise<T | null> {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'not_found' && error.code !== 'unavailable')) throw error
      if (error.code === 'unavailable') this.#add(symbol, error)
      return null
    }
  }

  /** The first failure; undefined if the source answered everything. */
  get first(): AppError | undefined {
    return this.#first
  }

  /** One sentence for each reason, with the symbols whose data are missing. */
  get warnings(): string[] {
    return [...this.#symbolsOf].map(([reason, symbols]) => {
      const sorted = [...symbols].sort()
      const more = sorted.length > NAMED ? ` and ${sorted.length - NAMED} more` : ''
      const named = sorted.slice(0, NAMED).join(', ') + more
      return `Missing in part, because the source does not answer now: ${named}. ${reason}`
    })
  }

  /** A symbol counts once, with the reason of its first failure. */
  #add(symbol: string, error: AppError): void {
    this.#first ??= error
    const known = this.#symbolsOf
    if ([...known.values()].some((symbols) => symbols.has(symbol))) return
    const isOneMore = known.size < MAX_REASONS || known.has(error.message)
    const reason = isOneMore ? error.message : ([...known.keys()].at(-1) ?? error.message)
    known.set(reason, (known.get(reason) ?? new Set()).add(symbol))
  }
}
