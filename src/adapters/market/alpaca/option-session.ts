/** The option trades of one underlying in one session, as rows that are only added at the end. */

import type { OptionChain } from '../../../domain/market/chain.ts'
import { formatOptionSymbol, parseOptionSymbol } from '../../../domain/market/option-symbol.ts'
import type { TapePrints } from '../../../domain/market/option-tape.ts'
import { sessionOn } from '../../../domain/market/trading-calendar.ts'
import { at } from '../../../lib/columns.ts'
import { NumberColumn } from '../number-column.ts'
import type { KeptTape } from '../stored-past.ts'
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
const MOST_ROWS = 2_000_000

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
  /** Columns and not rows: a busy session has a million trades. */
  readonly #columns = {
    ms: new NumberColumn(),
    symbol: [] as string[],
    price: new NumberColumn(),
    size: new NumberColumn(),
    exchange: [] as string[],
    condition: [] as string[],
    volume: new NumberColumn(),
    openInterest: new NumberColumn(),
    unknown: new NumberColumn(),
  }
  /** One text for all trades of a contract. */
  readonly #symbols = new Map<string, string>()
  readonly #traded = new Map<string, number>()
  #lost = 0
  readonly #openInterest = new Map<string, number>()
  readonly #openMs: number
  #built: TapePrints | undefined
  /** Trades that an earlier process kept and that may be told again, by what identifies them but the time. */
  readonly #restored = new Map<string, number>()
  #restoredMs = Number.NEGATIVE_INFINITY

  constructor(symbol: string, sessionDate: string) {
    this.symbol = symbol
    this.sessionDate = sessionDate
    this.#openMs = sessionOn(sessionDate)?.openMs ?? 0
  }

  get count(): number {
    return this.#columns.ms.count
  }

  /** Trades that did not fit any more. */
  get lost(): number {
    return this.#lost
  }

  /**
   * Begins with what an earlier process kept, so that every trade has the place that it had. Only before anything is
   * added; false when that is too late.
   */
  restore({ prints, wholeUntilMs }: KeptTape): boolean {
    if (this.count > 0) return false
    for (let row = 0; row < prints.count; row++) this.#addKept(prints, row, wholeUntilMs - OPTION_OVERLAP_MS)
    this.#restoredMs = prints.executedAtMs[prints.count - 1] ?? this.#restoredMs
    return true
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

  /** Of the trades that are added from now on. It does not change in a session: the first chain that knows is believed. */
  knowOpenInterest({ contracts }: OptionChain): void {
    if (this.#openInterest.size > 0) return
    for (const [row, symbol] of contracts.optionSymbols.entries()) {
      const value = contracts.openInterest[row] ?? Number.NaN
      if (!Number.isNaN(value)) this.#openInterest.set(symbol, value)
    }
  }

  /** Up to an instant; the same object for as long as nothing was added by then. Quotes are unknown. */
  read(untilMs: number): TapePrints {
    const count = this.#countUntil(untilMs)
    if (this.#built?.count === count) return this.#built
    const { ms, symbol, price, size, exchange, condition, volume, openInterest, unknown } = this.#columns
    this.#built = {
      symbol: this.symbol,
      sessionDate: this.sessionDate,
      count,
      executedAtMs: ms.view(count),
      optionSymbols: symbol.slice(0, count),
      price: price.view(count),
      size: size.view(count),
      bid: unknown.view(count),
      ask: unknown.view(count),
      underlyingPrice: unknown.view(count),
      exchange: exchange.slice(0, count),
      condition: condition.slice(0, count),
      volume: volume.view(count),
      openInterest: openInterest.view(count),
    }
    return this.#built
  }

  #countUntil(untilMs: number): number {
    const { ms } = this.#columns
    let { count } = ms
    while (count > 0 && ms.at(count - 1) > untilMs) count--
    return count
  }

  #addKept(prints: TapePrints, row: number, toldAgainMs: number): void {
    const columns = this.#columns
    const optionSymbol = prints.optionSymbols[row] ?? ''
    const symbol = this.#symbols.get(optionSymbol) ?? optionSymbol
    const ms = at(prints.executedAtMs, row)
    this.#symbols.set(symbol, symbol)
    this.#traded.set(symbol, at(prints.volume, row))
    columns.ms.push(ms)
    columns.symbol.push(symbol)
    columns.price.push(at(prints.price, row))
    columns.size.push(at(prints.size, row))
    columns.exchange.push(prints.exchange[row] ?? '')
    columns.condition.push(prints.condition[row] ?? '')
    columns.volume.push(at(prints.volume, row))
    columns.openInterest.push(at(prints.openInterest, row))
    columns.unknown.push(Number.NaN)
    if (ms < toldAgainMs) return
    const key = untimedKey(
      symbol,
      prints.exchange[row],
      at(prints.price, row),
      at(prints.size, row),
      prints.condition[row],
    )
    this.#restored.set(key, (this.#restored.get(key) ?? 0) + 1)
  }

  /**
   * Whether the trade is among those that were kept. A report that came late stands at a later time than its own, so that
   * the time cannot be compared.
   */
  #wasKept({ ms, optionSymbol, trade }: TapeTrade): boolean {
    if (ms > this.#restoredMs) return false
    const key = untimedKey(optionSymbol, trade.x, trade.p, trade.s, trade.c)
    const often = this.#restored.get(key) ?? 0
    if (often > 0) this.#restored.set(key, often - 1)
    return often > 0
  }

  #add(told: TapeTrade): void {
    const { ms, optionSymbol, trade } = told
    // Sessions of indices begin in the night before; the tape is that of the regular one.
    if (ms < this.#openMs || this.#wasKept(told)) return
    const columns = this.#columns
    const { count } = columns.ms
    if (count >= MOST_ROWS) {
      this.#lost++
      return
    }
    const symbol = this.#symbols.get(optionSymbol) ?? optionSymbol
    this.#symbols.set(symbol, symbol)
    const volume = Math.max(0, (this.#traded.get(symbol) ?? 0) + (CANCELS.has(trade.c) ? -trade.s : trade.s))
    this.#traded.set(symbol, volume)
    // A report that comes late stands where it came: rows are only added at the end, in the order of time.
    columns.ms.push(count > 0 ? Math.max(ms, columns.ms.at(count - 1)) : ms)
    columns.symbol.push(symbol)
    columns.price.push(trade.p)
    columns.size.push(trade.s)
    columns.exchange.push(trade.x)
    columns.condition.push(trade.c)
    columns.volume.push(volume)
    columns.openInterest.push(this.#openInterest.get(symbol) ?? Number.NaN)
    columns.unknown.push(Number.NaN)
  }
}

function untimedKey(...parts: readonly (string | number | undefined)[]): string {
  return parts.join(' ')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
