/**
 * Tapes as they are stored: whoever reads them sees each print at the place at which the next process that asks the
 * vendor restores it. A tape grows with what others store, and stays the same object.
 */
import { at } from '../../../lib/math/columns.ts'
import type { TapePrints } from '../../domain/options/option-tape.ts'
import type { LiveHints } from '../../ports/live-exchange.ts'
import { KeptSessions } from '../kept-sessions.ts'
import { NumberColumn } from '../number-column.ts'

/** Stored prints from a row on, in segments that may begin before it. */
export interface StoredTapes {
  beyond(
    symbol: string,
    sessionDate: string,
    row: number,
  ): Promise<{
    /** All stored rows; 0 where there are fewer than those asked from. */
    readonly rows: number
    readonly segments: readonly { readonly firstRow: number; readonly prints: TapePrints }[]
  }>
}

export interface SharedTapesParts {
  readonly stored: StoredTapes
  readonly hints: Pick<LiveHints, 'subscribe'>
  readonly monotonicMs: () => number
}

export interface SharedTape {
  /** Identity of the growing tape. */
  readonly tape: object
  readonly prints: TapePrints
}

const NUMBERS = [
  'executedAtMs',
  'price',
  'size',
  'bid',
  'ask',
  'underlyingPrice',
  'volume',
  'openInterest',
] as const satisfies readonly (keyof TapePrints)[]
const TEXTS = ['optionSymbols', 'exchange', 'condition'] as const satisfies readonly (keyof TapePrints)[]

/** A hint may be lost. */
const LOOK_MS = 1_000
/** As many as a source itself keeps. */
const KEPT_TAPES = 32
const KEPT_ROWS = 4_000_000

interface Kept {
  tape: GrowingTape
  /** There are hints of newer prints. */
  isBehind: boolean
  lookedMs: number
  looking: Promise<void> | null
}

export class SharedTapes implements Disposable {
  readonly #parts: SharedTapesParts
  readonly #unsubscribe: () => void
  readonly #kept = new KeptSessions<Kept>({
    make: (symbol, sessionDate) => newKept(symbol, sessionDate),
    rowsOf: ({ tape }) => tape.count,
    mostSessions: KEPT_TAPES,
    mostRows: KEPT_ROWS,
  })

  constructor(parts: SharedTapesParts) {
    this.#parts = parts
    this.#unsubscribe = parts.hints.subscribe('prints', (subject) => {
      const [symbol = '', sessionDate = ''] = subject.split(' ')
      const kept = this.#kept.get(symbol, sessionDate)
      if (kept) kept.isBehind = true
    })
  }

  /** What is stored now, or was a moment ago; `count` rows are known to be. */
  async read(symbol: string, sessionDate: string, count: number): Promise<SharedTape> {
    const kept = this.#kept.use(symbol, sessionDate)
    if (this.#isDue(kept, count)) {
      kept.looking ??= this.#look(kept).finally(() => {
        kept.looking = null
      })
      await kept.looking
    }
    return { tape: kept.tape, prints: kept.tape.prints() }
  }

  /** The identity of a tape, whether it was read or not. */
  tapeOf(symbol: string, sessionDate: string): object {
    return this.#kept.use(symbol, sessionDate).tape
  }

  #isDue({ isBehind, lookedMs, tape }: Kept, count: number): boolean {
    return isBehind || tape.count < count || this.#parts.monotonicMs() - lookedMs >= LOOK_MS
  }

  async #look(kept: Kept): Promise<void> {
    const { symbol, sessionDate, count } = kept.tape
    kept.isBehind = false
    kept.lookedMs = this.#parts.monotonicMs()
    const { rows, segments } = await this.#parts.stored.beyond(symbol, sessionDate, count)
    // Somebody has deleted rows: what was derived from them is of another tape.
    if (rows < count) {
      kept.tape = new GrowingTape(symbol, sessionDate)
      kept.isBehind = true
      return
    }
    for (const { firstRow, prints } of segments) kept.tape.append(firstRow, prints)
  }

  [Symbol.dispose](): void {
    this.#unsubscribe()
  }
}

function newKept(symbol: string, sessionDate: string): Kept {
  const tape = new GrowingTape(symbol, sessionDate)
  return { tape, isBehind: true, lookedMs: Number.NEGATIVE_INFINITY, looking: null }
}

/** Rows that are only added at the end. */
class GrowingTape {
  readonly symbol: string
  readonly sessionDate: string
  readonly #numbers = Object.fromEntries(NUMBERS.map((name) => [name, new NumberColumn()])) as Record<
    (typeof NUMBERS)[number],
    NumberColumn
  >
  readonly #texts = Object.fromEntries(TEXTS.map((name) => [name, []])) as unknown as Record<
    (typeof TEXTS)[number],
    string[]
  >
  /** One text for all prints of a contract. */
  readonly #known = new Map<string, string>()
  #built: TapePrints | undefined

  constructor(symbol: string, sessionDate: string) {
    this.symbol = symbol
    this.sessionDate = sessionDate
  }

  get count(): number {
    return this.#numbers.price.count
  }

  /** Rows that are there already are left out. Throws for rows behind a gap. */
  append(firstRow: number, prints: TapePrints): void {
    if (firstRow > this.count) throw new Error(`the stored tape of ${this.symbol} has a gap before row ${firstRow}`)
    for (let row = this.count - firstRow; row < prints.count; row++) {
      for (const name of NUMBERS) this.#numbers[name].push(at(prints[name], row))
      for (const name of TEXTS) this.#texts[name].push(this.#once(prints[name].at(row) ?? ''))
    }
  }

  /** The same object until it grows. */
  prints(): TapePrints {
    const { count } = this
    if (this.#built?.count === count) return this.#built
    const { symbol, sessionDate } = this
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, this.#numbers[name].view(count)]))
    const texts = Object.fromEntries(TEXTS.map((name) => [name, this.#texts[name].slice(0, count)]))
    this.#built = { symbol, sessionDate, count, ...numbers, ...texts } as TapePrints
    return this.#built
  }

  #once(text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    this.#known.set(text, text)
    return text
  }
}
