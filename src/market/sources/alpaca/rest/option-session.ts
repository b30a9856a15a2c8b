/**
 * The option trades of one underlying in one session, as rows that are only added at the end, each with the quote of its
 * contract and the price of the underlying before it, where a stream sent them.
 */

import { at } from '../../../../lib/math/columns.ts'
import type { Steps } from '../../../../lib/steps.ts'
import { sessionOn } from '../../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../domain/options/chain.ts'
import { formatOptionSymbol, parseOptionSymbol } from '../../../domain/options/option-symbol.ts'
import type { TapePrints } from '../../../domain/options/option-tape.ts'
import { type PrintTime, RunningVolume, type VolumePrint, volumePrint } from '../../../domain/options/running-volume.ts'
import { NumberColumn } from '../../number-column.ts'
import type { KeptTape } from '../../stored-past.ts'
import { RestoredTrades } from '../stream/restored-trades.ts'
import { SeenTrades } from '../stream/seen-trades.ts'
import { exactMsOf, instantKey, msOf } from './rest.ts'
import type { OptionTrade } from './schema.ts'

export interface TapeTrade {
  /** Contract, time in nanoseconds, exchange, price, size and condition: the vendor gives option trades no id. */
  readonly key: string
  readonly ms: number
  /** With the fraction of a millisecond, to be compared with the times of quotes. */
  readonly exactMs: number
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly trade: OptionTrade
  /** What was in force when it came, for one that waits for longer than quotes are kept. */
  readonly atArrival?: MarketBefore
}

/** What was in force just before a print; NaN where it is not known. */
export interface MarketBefore {
  readonly bid: number
  readonly ask: number
  readonly underlyingPrice: number
}

/** Returns what was in force before a trade. */
export type MarketOf = (symbol: string, trade: Pick<TapeTrade, 'optionSymbol' | 'exactMs'>) => MarketBefore

export const UNKNOWN_MARKET: MarketBefore = { bid: Number.NaN, ask: Number.NaN, underlyingPrice: Number.NaN }

/** Pages are read again from so long before; late reports of more than that are lost where there is no stream. */
export const OPTION_OVERLAP_MS = 3 * 60_000
const REMEMBERED_MS = 5 * OPTION_OVERLAP_MS
/** A quote that comes so much later than the trade after it still counts, unless the tape was read meanwhile. */
const SETTLING_MS = 500
/** Of a trade so old the quote before it has come, though no other trade has: a stream lags by less. */
const MAX_LAG_MS = 5_000
/** Trades that settle at once; more are put into the tape as they came. */
const MAX_SETTLING = 5_000
/** A session of the busiest underlying has less than two million. */
const MAX_ROWS = 2_000_000
/** Of a kept tape: some milliseconds. */
const ROWS_A_STEP = 5_000

/** Null for a contract whose name cannot be read. */
export function tapeTrade(contract: string, trade: OptionTrade): TapeTrade | null {
  const parsed = parseOptionSymbol(contract)
  if (!parsed || !(trade.p > 0 && trade.s > 0)) return null
  const optionSymbol = formatOptionSymbol(parsed)
  const key = [optionSymbol, instantKey(trade.t), trade.x, trade.p, trade.s, trade.c].join(' ')
  return { key, ms: msOf(trade.t), exactMs: exactMsOf(trade.t), optionSymbol, trade }
}

export class OptionSession {
  readonly symbol: string
  readonly sessionDate: string
  readonly #marketOf: MarketOf
  readonly #seen = new SeenTrades(REMEMBERED_MS)
  /** Streamed trades of the last moment, in the order of time. */
  #settling: TapeTrade[] = []
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
    bid: new NumberColumn(),
    ask: new NumberColumn(),
    underlyingPrice: new NumberColumn(),
  }
  /** One text for all trades of a contract. */
  readonly #symbols = new Map<string, string>()
  readonly #traded = new RunningVolume((print) => this.#equalPrints(print))
  #lost = 0
  readonly #openInterest = new Map<string, number>()
  #openInterestDate = ''
  readonly #openMs: number
  #built: TapePrints | undefined
  readonly #restored = new RestoredTrades()

  constructor(symbol: string, sessionDate: string, marketOf: MarketOf = () => UNKNOWN_MARKET) {
    this.symbol = symbol
    this.#marketOf = marketOf
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
   * added, and nothing may be added meanwhile; false when that is too late.
   */
  *restore({ prints, wholeUntilMs }: KeptTape): Steps<boolean> {
    if (this.count > 0) return false
    for (let row = 0; row < prints.count; row++) {
      this.#addKept(prints, row)
      this.#restored.add(prints, row, wholeUntilMs - OPTION_OVERLAP_MS)
      if (row % ROWS_A_STEP === 0) yield
    }
    return true
  }

  /** A batch that is complete for its time span; in the order of time when it is added. */
  addPages(trades: readonly TapeTrade[]): void {
    this.#settle(Number.POSITIVE_INFINITY)
    for (const trade of this.#seen.newOf(trades).sort(byTime)) this.#add(trade)
  }

  addStreamed(trade: TapeTrade): void {
    if (!this.#seen.isNew(trade)) return
    const settling = this.#settling
    const after = settling.findLastIndex((each) => byTime(each, trade) <= 0)
    settling.splice(after + 1, 0, trade)
    const newestMs = settling.at(-1)?.ms ?? trade.ms
    this.#settle(settling.length > MAX_SETTLING ? Number.POSITIVE_INFINITY : newestMs - SETTLING_MS)
  }

  /** Of the trades that are added from now on. It changes in a session only where that of the last one comes late. */
  knowOpenInterest({ contracts, openInterestDate = '' }: OptionChain): void {
    if (this.#openInterest.size > 0 && openInterestDate <= this.#openInterestDate) return
    this.#openInterestDate = openInterestDate
    for (const [row, symbol] of contracts.optionSymbols.entries()) {
      const value = contracts.openInterest[row] ?? Number.NaN
      if (!Number.isNaN(value)) this.#openInterest.set(symbol, value)
    }
  }

  /** Up to an instant; the same object for as long as nothing was added by then. */
  read(untilMs: number): TapePrints {
    this.#settle(Number.POSITIVE_INFINITY)
    return this.#upTo(this.#countUntil(untilMs))
  }

  /** All but the trades of the last moment, which wait for the quotes before them: whoever reads these changes nothing. */
  readSettled(nowMs: number): TapePrints {
    this.#settle(nowMs - MAX_LAG_MS)
    return this.#upTo(this.count)
  }

  #upTo(count: number): TapePrints {
    if (this.#built?.count === count) return this.#built
    const { ms, symbol, price, size, exchange, condition, volume, openInterest } = this.#columns
    const { bid, ask, underlyingPrice } = this.#columns
    this.#built = {
      symbol: this.symbol,
      sessionDate: this.sessionDate,
      count,
      executedAtMs: ms.view(count),
      optionSymbols: symbol.slice(0, count),
      price: price.view(count),
      size: size.view(count),
      bid: bid.view(count),
      ask: ask.view(count),
      underlyingPrice: underlyingPrice.view(count),
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

  #settle(untilMs: number): void {
    const waiting = this.#settling
    const first = waiting.findIndex(({ ms }) => ms > untilMs)
    for (const trade of waiting.splice(0, first < 0 ? waiting.length : first)) this.#add(trade)
  }

  #addKept(prints: TapePrints, row: number): void {
    const columns = this.#columns
    const optionSymbol = prints.optionSymbols.at(row) ?? ''
    const symbol = this.#symbols.get(optionSymbol) ?? optionSymbol
    this.#symbols.set(symbol, symbol)
    this.#traded.restore(volumePrint(prints, row), at(prints.volume, row))
    columns.ms.push(at(prints.executedAtMs, row))
    columns.symbol.push(symbol)
    columns.price.push(at(prints.price, row))
    columns.size.push(at(prints.size, row))
    columns.exchange.push(prints.exchange.at(row) ?? '')
    columns.condition.push(prints.condition.at(row) ?? '')
    columns.volume.push(at(prints.volume, row))
    columns.openInterest.push(at(prints.openInterest, row))
    columns.bid.push(at(prints.bid, row))
    columns.ask.push(at(prints.ask, row))
    columns.underlyingPrice.push(at(prints.underlyingPrice, row))
  }

  #equalPrints({ optionSymbol, price, size }: VolumePrint): PrintTime[] {
    const columns = this.#columns
    const found: PrintTime[] = []
    for (
      let row = columns.symbol.indexOf(optionSymbol);
      row >= 0;
      row = columns.symbol.indexOf(optionSymbol, row + 1)
    ) {
      if (columns.price.at(row) !== price || columns.size.at(row) !== size) continue
      found.push({ ms: columns.ms.at(row), condition: columns.condition[row] ?? '' })
    }
    return found
  }

  #add(tapeTrade: TapeTrade): void {
    const { ms, optionSymbol, trade } = tapeTrade
    // Sessions of indices begin in the night before; the tape is that of the regular one.
    if (ms < this.#openMs || this.#restored.isRepeat(tapeTrade)) return
    const columns = this.#columns
    const { count } = columns.ms
    if (count >= MAX_ROWS) {
      this.#lost++
      return
    }
    const symbol = this.#symbols.get(optionSymbol) ?? optionSymbol
    this.#symbols.set(symbol, symbol)
    const volume = this.#traded.add({ optionSymbol: symbol, ms, price: trade.p, size: trade.s, condition: trade.c })
    // A report that comes late stands where it came: rows are only added at the end, in the order of time.
    columns.ms.push(count > 0 ? Math.max(ms, columns.ms.at(count - 1)) : ms)
    columns.symbol.push(symbol)
    columns.price.push(trade.p)
    columns.size.push(trade.s)
    columns.exchange.push(trade.x)
    columns.condition.push(trade.c)
    columns.volume.push(volume)
    columns.openInterest.push(this.#openInterest.get(symbol) ?? Number.NaN)
    const { bid, ask, underlyingPrice } = marketBefore(this.#marketOf(this.symbol, tapeTrade), tapeTrade.atArrival)
    columns.bid.push(bid)
    columns.ask.push(ask)
    columns.underlyingPrice.push(underlyingPrice)
  }
}

/** What is known now counts: a quote may have come since that was made before the trade. */
function marketBefore(now: MarketBefore, atArrival: MarketBefore = UNKNOWN_MARKET): MarketBefore {
  const { bid, ask } = Number.isNaN(now.bid) && Number.isNaN(now.ask) ? atArrival : now
  return {
    bid,
    ask,
    underlyingPrice: Number.isNaN(now.underlyingPrice) ? atArrival.underlyingPrice : now.underlyingPrice,
  }
}

function byTime(a: TapeTrade, b: TapeTrade): number {
  if (a.ms !== b.ms) return a.ms - b.ms
  return a.trade.t < b.trade.t ? -1 : a.trade.t > b.trade.t ? 1 : 0
}
