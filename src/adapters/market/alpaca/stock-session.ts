/** The trades of one stock in one session: those from off the exchanges as rows, all of them as a volume. */
import { OFF_EXCHANGE, type SessionTrades } from '../../../domain/market/stock-trades.ts'
import { instantKey, msOf } from './rest.ts'
import { repeatsAuction, saleConditionsOf } from './sale-conditions.ts'
import type { StockTrade } from './schema.ts'
import { SeenTrades } from './seen-trades.ts'

export interface KeyedStockTrade {
  readonly key: string
  readonly ms: number
  readonly trade: StockTrade
}

/** An id is given once a day by each exchange for each tape. */
export function keyedStockTrade(trade: StockTrade): KeyedStockTrade {
  return { key: `${trade.x} ${trade.z ?? ''} ${trade.i} ${instantKey(trade.t)}`, ms: msOf(trade.t), trade }
}

/** Pages are read again from a minute before the last trade; late reports of more than that are lost. */
export const OVERLAP_MS = 60_000
const REMEMBERED_MS = 5 * OVERLAP_MS
const GONE = new Set(['canceled', 'incorrect'])

export class StockSession {
  readonly symbol: string
  readonly sessionDate: string
  readonly #seen = new SeenTrades(REMEMBERED_MS)
  readonly #columns = { ms: [] as number[], price: [] as number[], size: [] as number[], conditions: [] as number[] }
  readonly #suspicious: number[] = []
  readonly #rowOfId = new Map<string, number>()
  #volume = 0
  #lastMs = Number.NaN
  #built: { readonly changes: number; readonly session: SessionTrades } | undefined
  #changes = 0

  constructor(symbol: string, sessionDate: string) {
    this.symbol = symbol
    this.sessionDate = sessionDate
  }

  get count(): number {
    return this.#columns.ms.length
  }

  /** Of the last trade on or off the exchanges; NaN before the first. */
  get lastMs(): number {
    return this.#lastMs
  }

  /** A batch of pages, in the order of the tape. */
  addPages(trades: readonly StockTrade[]): void {
    const valid = trades.filter(({ u }) => !GONE.has(u ?? '')).map(keyedStockTrade)
    for (const trade of this.#seen.newOf(valid)) this.#add(trade)
  }

  addStreamed(trade: StockTrade): void {
    const keyed = keyedStockTrade(trade)
    if (this.#seen.isNew(keyed)) this.#add(keyed)
  }

  /** A report that was taken back stays as a row that the source itself doubts. */
  cancel(exchange: string, id: number, size: number): void {
    this.#volume = Math.max(0, this.#volume - size)
    this.#changes++
    const row = this.#rowOfId.get(`${exchange} ${id}`)
    if (row !== undefined) this.#suspicious[row] = 1
  }

  /** The same object for as long as nothing was added. */
  read(): SessionTrades {
    if (this.#built?.changes === this.#changes) return this.#built.session
    const { ms, price, size, conditions } = this.#columns
    const trades = {
      symbol: this.symbol,
      sessionDate: this.sessionDate,
      count: ms.length,
      executedAtMs: Float64Array.from(ms),
      price: Float64Array.from(price),
      size: Float64Array.from(size),
      exchange: new Uint8Array(ms.length).fill(OFF_EXCHANGE),
      conditions: Uint32Array.from(conditions),
      suspicious: Uint8Array.from(this.#suspicious),
    }
    const session = { trades, volume: this.#volume > 0 ? this.#volume : Number.NaN }
    this.#built = { changes: this.#changes, session }
    return session
  }

  #add({ ms, trade }: KeyedStockTrade): void {
    if (!(trade.p > 0 && trade.s > 0)) return
    const conditions = saleConditionsOf(trade.c ?? [], trade.z)
    this.#changes++
    if (!(ms <= this.#lastMs)) this.#lastMs = ms
    if (repeatsAuction(conditions)) return
    this.#volume += trade.s
    if (trade.x.charCodeAt(0) !== OFF_EXCHANGE) return
    this.#rowOfId.set(`${trade.x} ${trade.i}`, this.#columns.ms.push(ms) - 1)
    this.#columns.price.push(trade.p)
    this.#columns.size.push(trade.s)
    this.#columns.conditions.push(conditions)
    this.#suspicious.push(0)
  }
}
