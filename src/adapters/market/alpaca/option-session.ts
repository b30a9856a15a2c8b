/** The option trades of one underlying in one session, as rows that are only added at the end. */

import { formatOptionSymbol, parseOptionSymbol } from '../../../domain/market/option-symbol.ts'
import type { TapePrints } from '../../../domain/market/option-tape.ts'
import { instantKey, msOf } from './rest.ts'
import type { OptionTrade } from './schema.ts'
import { SeenTrades } from './seen-trades.ts'

export interface TapeTrade {
  /** Contract, time in nanoseconds, exchange, price, size and condition: the vendor gives option trades no id. */
  readonly key: string
  readonly ms: number
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly trade: OptionTrade
}

/** Pages are read again from so long before; late reports of more than that are lost where there is no stream. */
export const OPTION_OVERLAP_MS = 3 * 60_000
const REMEMBERED_MS = 5 * OPTION_OVERLAP_MS
/** Codes that take an earlier report back. */
const CANCELS = new Set(['A', 'C', 'E', 'G'])
/** A session of the busiest underlying has less than two million. */
const MOST_ROWS = 3_000_000

/** Null for a contract whose name cannot be read. */
export function tapeTrade(contract: string, trade: OptionTrade): TapeTrade | null {
  const parsed = parseOptionSymbol(contract)
  if (!parsed || !(trade.p > 0 && trade.s > 0)) return null
  const optionSymbol = formatOptionSymbol(parsed)
  const key = [optionSymbol, instantKey(trade.t), trade.x, trade.p, trade.s, trade.c].join(' ')
  return { key, ms: msOf(trade.t), optionSymbol, trade }
}

export class OptionSession {
  readonly symbol: string
  readonly sessionDate: string
  readonly #seen = new SeenTrades(REMEMBERED_MS)
  readonly #rows: TapeTrade[] = []
  readonly #volumes: number[] = []
  readonly #traded = new Map<string, number>()
  #lost = 0
  #built: TapePrints | undefined

  constructor(symbol: string, sessionDate: string) {
    this.symbol = symbol
    this.sessionDate = sessionDate
  }

  get count(): number {
    return this.#rows.length
  }

  /** Trades that did not fit any more. */
  get lost(): number {
    return this.#lost
  }

  /** A batch that tells everything of its time span; in the order of time when it is added. */
  addPages(trades: readonly TapeTrade[]): void {
    const ordered = this.#seen
      .newOf(trades)
      .sort((a, b) => (a.ms === b.ms ? compare(a.trade.t, b.trade.t) : a.ms - b.ms))
    for (const trade of ordered) this.#add(trade)
  }

  addStreamed(trade: TapeTrade): void {
    if (this.#seen.isNew(trade)) this.#add(trade)
  }

  /** The same object for as long as nothing was added. Quotes and the underlying's price are unknown. */
  read(): TapePrints {
    if (this.#built?.count === this.#rows.length) return this.#built
    const rows = this.#rows
    const unknown = () => new Float64Array(rows.length).fill(Number.NaN)
    this.#built = {
      symbol: this.symbol,
      sessionDate: this.sessionDate,
      count: rows.length,
      executedAtMs: Float64Array.from(rows, ({ ms }) => ms),
      optionSymbols: rows.map(({ optionSymbol }) => optionSymbol),
      price: Float64Array.from(rows, ({ trade }) => trade.p),
      size: Float64Array.from(rows, ({ trade }) => trade.s),
      bid: unknown(),
      ask: unknown(),
      underlyingPrice: unknown(),
      exchange: rows.map(({ trade }) => trade.x),
      condition: rows.map(({ trade }) => trade.c),
      volume: Float64Array.from(this.#volumes),
    }
    return this.#built
  }

  #add(row: TapeTrade): void {
    if (this.#rows.length >= MOST_ROWS) {
      this.#lost++
      return
    }
    const { optionSymbol, trade } = row
    const size = CANCELS.has(trade.c) ? -trade.s : trade.s
    const volume = Math.max(0, (this.#traded.get(optionSymbol) ?? 0) + size)
    this.#traded.set(optionSymbol, volume)
    this.#rows.push(row)
    this.#volumes.push(volume)
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
