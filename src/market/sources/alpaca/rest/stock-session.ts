/** The trades of one stock in one session: those from off the exchanges as rows, all of them as a volume. */
import { OFF_EXCHANGE, type SessionTrades } from '../../../domain/stocks/stock-trades.ts'
import { repeatsAuction, saleConditionsOf } from '../stream/sale-conditions.ts'
import { IN_VOLUME, NOWHERE, ReportedTrades, TAKEN_BACK, type TradeIdentity } from './reported-trades.ts'
import { msOf } from './rest.ts'
import type { StockTrade } from './schema.ts'

/** Pages are read again from a minute before the last trade; later reports are found when the whole day is read again. */
export const OVERLAP_MS = 60_000
/** States of a trade in pages: it was canceled, or replaced by a trade with another id. */
const GONE = new Set(['canceled', 'incorrect'])

/** A report that replaces another of the same exchange and tape. */
export interface TradeCorrection {
  readonly original: TradeIdentity
  readonly corrected: StockTrade
}

export class StockSession {
  readonly symbol: string
  readonly sessionDate: string
  #reported = new ReportedTrades()
  readonly #columns = { ms: [] as number[], price: [] as number[], size: [] as number[], conditions: [] as number[] }
  /** Rows that were taken back. */
  readonly #gone = new Set<number>()
  #volume = 0
  #lastMs = Number.NaN
  #lost = 0
  #built: { readonly changes: number; readonly session: SessionTrades } | undefined
  #changes = 0

  constructor(symbol: string, sessionDate: string) {
    this.symbol = symbol
    this.sessionDate = sessionDate
  }

  get count(): number {
    return this.#columns.ms.length - this.#gone.size
  }

  /** Rows that take the same memory: what is known of all trades, so that they can be taken back, counts as well. */
  get weight(): number {
    return this.#columns.ms.length + Math.ceil(this.#reported.count / 2)
  }

  /** Of the last trade on or off the exchanges; NaN before the first. */
  get lastMs(): number {
    return this.#lastMs
  }

  /** Trades that did not fit any more. */
  get lost(): number {
    return this.#lost
  }

  /** A batch of pages, in the order of the tape. What was reported before counts once. */
  addPages(trades: readonly StockTrade[]): void {
    for (const trade of trades) {
      if (GONE.has(trade.u ?? '')) this.cancel(trade)
      else this.add(trade)
    }
  }

  /** Of a trade that was reported, or taken back, before: nothing. */
  add(trade: StockTrade): void {
    if (!(trade.p > 0 && trade.s > 0) || this.#reported.get(trade) !== undefined) return
    if (this.#reported.isFull) this.#lost++
    else this.#reported.set(trade, this.#placed(trade))
  }

  /** A trade that is not counted yet never will be. */
  cancel(trade: TradeIdentity): void {
    const place = this.#reported.get(trade)
    if (place === TAKEN_BACK) return
    this.#reported.set(trade, TAKEN_BACK)
    if (place === undefined || place === NOWHERE) return
    this.#volume -= trade.s
    this.#changes++
    if (place !== IN_VOLUME) this.#gone.add(place)
  }

  /** Conditions alone that were corrected change nothing: the trade stays as it was reported first. */
  correct({ original, corrected }: TradeCorrection): void {
    const { i, p, s } = corrected
    if (original.i === i && original.p === p && original.s === s) return
    this.cancel(original)
    this.add(corrected)
  }

  /** Nothing comes any more: what was needed to recognize trades is given up. */
  seal(): void {
    this.#reported = new ReportedTrades(0)
  }

  /** The same object for as long as nothing was added or taken back. */
  read(): SessionTrades {
    if (this.#built?.changes === this.#changes) return this.#built.session
    const { ms, price, size, conditions } = this.#columns
    const rows = [...ms.keys()].filter((row) => !this.#gone.has(row)).sort((a, b) => (ms[a] ?? 0) - (ms[b] ?? 0))
    const column = (values: readonly number[]) => rows.map((row) => values[row] ?? Number.NaN)
    const trades = {
      symbol: this.symbol,
      sessionDate: this.sessionDate,
      count: rows.length,
      executedAtMs: Float64Array.from(column(ms)),
      price: Float64Array.from(column(price)),
      size: Float64Array.from(column(size)),
      exchange: new Uint8Array(rows.length).fill(OFF_EXCHANGE),
      conditions: Uint32Array.from(column(conditions)),
      suspicious: new Uint8Array(rows.length),
    }
    const session = { trades, volume: this.#volume > 0 ? this.#volume : Number.NaN }
    this.#built = { changes: this.#changes, session }
    return session
  }

  #placed(trade: StockTrade): number {
    const conditions = saleConditionsOf(trade.c ?? [], trade.z)
    const ms = msOf(trade.t)
    this.#changes++
    if (!(ms <= this.#lastMs)) this.#lastMs = ms
    if (repeatsAuction(conditions)) return NOWHERE
    this.#volume += trade.s
    if (trade.x.charCodeAt(0) !== OFF_EXCHANGE) return IN_VOLUME
    const row = this.#columns.ms.push(ms) - 1
    this.#columns.price.push(trade.p)
    this.#columns.size.push(trade.s)
    this.#columns.conditions.push(conditions)
    return row
  }
}
