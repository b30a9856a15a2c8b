import { newYorkDate } from '../../domain/calendar/new-york-time.ts'
import { symbolOfRoot } from '../../domain/calendar/option-expirations.ts'
import { optionQuoteInstantAt } from '../../domain/calendar/option-hours.ts'
import { sessionDateAt } from '../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import { ChainBuilder, type ContractRow } from '../../domain/options/chain-builder.ts'
import { parseOptionSymbol } from '../../domain/options/option-symbol.ts'
import { takenBy } from '../vendor-answer.ts'
import { VendorFailure } from '../vendor-failure.ts'
import { ChainDocument, OptionRow, type Underlying } from './schema.ts'
import { describedMs, stampMs, tradeMs } from './stamp.ts'

export interface ParsedChain {
  readonly chain: OptionChain
  readonly name: string | null
  /** As in the document: the same timestamp means the same data. */
  readonly timestamp: string
  readonly refusedRows: number
}

export const DELAYED = 'Quotes of Cboe are delayed by 15 minutes; as_of is the instant that they describe.'

/** Unreadable rows are skipped; a document with mostly unreadable rows is rejected. */
export function parseChain(body: unknown, symbol: string, nowMs: number): ParsedChain {
  const { timestamp, data } = takenBy(ChainDocument, body, 'Cboe')
  const reading = new Rows(symbol)
  for (const row of data.options) reading.take(row)
  reading.requireMost()
  const lastTradeMs = latest(tradeMs(data.last_trade_time), reading.lastTradeMs)
  const seenMs = describedMs(stampMs(timestamp, lastTradeMs, nowMs), lastTradeMs)
  const asOfMs = optionQuoteInstantAt(symbol, seenMs)
  const chain = reading.builder.build({
    symbol,
    asOfMs,
    underlyingPrice: underlyingPrice(data, asOfMs, seenMs),
    warnings: [DELAYED, ...reading.warnings()],
  })
  return { chain, name: data.company_name ?? null, timestamp, refusedRows: reading.refusedRows }
}

const YEAR = /^20\d\d-/

class Rows {
  readonly builder = new ChainBuilder()
  refusedRows = 0
  #lastTrade = ''
  #crossed = 0
  #unreadable = 0
  #foreign = 0
  readonly #plainSymbol: string
  readonly #ofRoot = new Map<string, boolean>()

  constructor(symbol: string) {
    // Roots have no dots: the contracts of BRK.B are named BRKB.
    this.#plainSymbol = symbol.replaceAll('.', '')
  }

  take(row: unknown): void {
    const read = OptionRow.safeParse(row)
    const contract = read.success ? parseOptionSymbol(read.data.option) : null
    if (!read.success || !contract) {
      this.#unreadable++
      this.refusedRows++
      return
    }
    if (!this.#belongs(contract.root)) {
      this.#foreign++
      this.refusedRows++
      return
    }
    this.#sawTrade(read.data.last_trade_time ?? '')
    if (this.builder.add({ ...contract, ...this.#quoteOf(read.data) }) !== null) this.refusedRows++
  }

  get lastTradeMs(): number {
    return tradeMs(this.#lastTrade)
  }

  requireMost(): void {
    if (this.builder.count > 0 && this.refusedRows <= this.builder.count) return
    throw new VendorFailure('changed_shape', 'The rows of Cboe cannot be read as options any more.')
  }

  warnings(): string[] {
    const counts: readonly [number, string][] = [
      [this.#unreadable, 'Rows of Cboe left out because they cannot be read'],
      [this.#foreign, 'Rows of Cboe left out because they are of another underlying'],
      [this.#crossed, 'Quotes of Cboe taken as unknown because the bid is above the ask'],
    ]
    return counts.flatMap(([count, what]) => (count > 0 ? [`${what}: ${count}.`] : []))
  }

  /** The text format sorts chronologically, so only the last one is parsed. */
  #sawTrade(text: string): void {
    if (text > this.#lastTrade && YEAR.test(text)) this.#lastTrade = text
  }

  #belongs(root: string): boolean {
    const known = this.#ofRoot.get(root) ?? symbolOfRoot(root) === this.#plainSymbol
    this.#ofRoot.set(root, known)
    return known
  }

  #quoteOf(row: OptionRow): Partial<ContractRow> {
    const bid = row.bid ?? Number.NaN
    // An ask of zero is no offer, but a worthless contract has a bid of zero.
    const ask = aboveZero(row.ask)
    const crossed = bid > ask
    if (crossed) this.#crossed++
    return {
      bid: crossed ? Number.NaN : bid,
      ask: crossed ? Number.NaN : ask,
      bidSize: row.bid_size ?? Number.NaN,
      askSize: row.ask_size ?? Number.NaN,
      last: aboveZero(row.last_trade_price),
      volume: row.volume ?? Number.NaN,
      openInterest: row.open_interest ?? Number.NaN,
      vendorIv: row.iv ?? Number.NaN,
    }
  }
}

/**
 * Option quotes of a close belong to the closing price: `current_price` may be of the evening after it, or of the next
 * morning, when `close` is that of the day before no more.
 */
function underlyingPrice(data: Underlying, asOfMs: number, seenMs: number): number {
  if (seenMs <= asOfMs) return aboveZero(data.current_price)
  const tradedMs = tradeMs(data.last_trade_time)
  if (tradedMs >= asOfMs && newYorkDate(tradedMs) !== sessionDateAt(asOfMs)) return aboveZero(data.prev_day_close)
  const close = aboveZero(data.close)
  return Number.isNaN(close) ? aboveZero(data.current_price) : close
}

export function aboveZero(value: number | null | undefined): number {
  return value !== null && value !== undefined && value > 0 ? value : Number.NaN
}

/** The later of two instants, of which either may be unknown. */
export function latest(a: number, b: number): number {
  return a >= b || Number.isNaN(b) ? a : b
}
