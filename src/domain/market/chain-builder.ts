/**
 * Turns rows of any source into the one sorted, immutable `OptionChain`. It decides once for all sources what counts as
 * unknown: negative and non-finite numbers, and the volatilities that vendors print where they have none.
 */
import type { ContractColumns, ExerciseStyle, Expiration, OptionChain, OptionType, Settlement } from './chain.ts'
import { expirationOf, rulesOfRoot } from './option-expirations.ts'
import {
  formatOptionSymbol,
  isAdjustedRoot,
  isExpirationDate,
  isListableStrike,
  isOptionRoot,
} from './option-symbol.ts'
import { sessionDateAt } from './trading-calendar.ts'

/** One listed contract. A field that is left out or NaN is unknown; prices in USD per share. */
export interface ContractRow {
  readonly root: string
  readonly expirationDate: string
  readonly optionType: OptionType
  readonly strike: number
  /** Where the source does not say, the root decides. */
  readonly settlement?: Settlement
  readonly style?: ExerciseStyle
  readonly bid?: number
  readonly ask?: number
  readonly last?: number
  readonly bidSize?: number
  readonly askSize?: number
  readonly volume?: number
  readonly openInterest?: number
  readonly vendorIv?: number
  /** Shares per contract: 100 where left out, unknown for a root that ends in a digit. */
  readonly multiplier?: number
}

export interface ChainHead {
  readonly symbol: string
  readonly asOfMs: number
  readonly underlyingPrice: number
  readonly warnings?: readonly string[]
}

export type RowRefusal = 'bad_root' | 'bad_strike' | 'bad_expiration_date' | 'repeated'

const REFUSED: Readonly<Record<RowRefusal, (count: number) => string>> = {
  bad_root: (count) => `Rows left out because their root is not an option root: ${count}.`,
  bad_strike: (count) => `Rows left out because their strike is not a listable price: ${count}.`,
  bad_expiration_date: (count) => `Rows left out because their expiration date does not exist: ${count}.`,
  repeated: (count) => `Rows left out because an earlier row is of the same contract: ${count}.`,
}

const NUMBERS = ['bid', 'ask', 'last', 'bidSize', 'askSize', 'volume', 'openInterest'] as const

export class ChainBuilder {
  readonly #symbols: string[] = []
  readonly #seen = new Set<string>()
  readonly #expirations: Expiration[] = []
  readonly #expirationByKey = new Map<string, number>()
  readonly #expirationOfRow: number[] = []
  readonly #isCall: number[] = []
  readonly #strike: number[] = []
  readonly #vendorIv: number[] = []
  readonly #multiplier: number[] = []
  readonly #numbers: readonly number[][] = NUMBERS.map(() => [])
  readonly #refusals = new Map<RowRefusal, number>()

  /** Null when the row was taken, else why not. Refused rows are also counted in the warnings of the chain. */
  add(row: ContractRow): RowRefusal | null {
    const refusal = refusalOf(row)
    if (refusal) return this.#refuse(refusal)
    const symbol = formatOptionSymbol(row)
    if (this.#seen.has(symbol)) return this.#refuse('repeated')
    this.#seen.add(symbol)
    this.#symbols.push(symbol)
    this.#expirationOfRow.push(this.#expirationFor(row))
    this.#isCall.push(row.optionType === 'call' ? 1 : 0)
    this.#strike.push(row.strike)
    for (let field = 0; field < NUMBERS.length; field++) {
      const name = NUMBERS[field]
      if (name) this.#numbers[field]?.push(knownOrNaN(row[name]))
    }
    this.#vendorIv.push(vendorIvOf(row))
    this.#multiplier.push(row.multiplier ?? (isAdjustedRoot(row.root) ? Number.NaN : 100))
    return null
  }

  get count(): number {
    return this.#symbols.length
  }

  build(head: ChainHead): OptionChain {
    const byInstant = this.#expirations.map((_, index) => index).sort((a, b) => this.#compareExpirations(a, b))
    const rank = new Uint16Array(byInstant.length)
    for (let place = 0; place < byInstant.length; place++) rank[byInstant[place] ?? 0] = place
    return {
      symbol: head.symbol,
      asOfMs: head.asOfMs,
      sessionDate: sessionDateAt(head.asOfMs),
      underlyingPrice: knownOrNaN(head.underlyingPrice),
      expirations: byInstant.flatMap((index) => this.#expirations[index] ?? []),
      contracts: this.#columns(rank),
      warnings: [...(head.warnings ?? []), ...[...this.#refusals].map(([reason, count]) => REFUSED[reason](count))],
    }
  }

  #columns(rank: Uint16Array): ContractColumns {
    const count = this.#symbols.length
    const place = Uint16Array.from(this.#expirationOfRow, (index) => rank[index] ?? 0)
    const order = this.#sortedRows(place)
    const [bid, ask, last, bidSize, askSize, volume, openInterest] = this.#numbers.map((column) => take(column, order))
    const unknown = new Float64Array(count).fill(Number.NaN)
    return {
      count,
      optionSymbols: Array.from(order, (row) => this.#symbols[row] ?? ''),
      expirationIndex: Uint16Array.from(order, (row) => place[row] ?? 0),
      isCall: Uint8Array.from(order, (row) => this.#isCall[row] ?? 0),
      strike: take(this.#strike, order),
      bid: bid ?? unknown,
      ask: ask ?? unknown,
      last: last ?? unknown,
      bidSize: bidSize ?? unknown,
      askSize: askSize ?? unknown,
      volume: volume ?? unknown,
      openInterest: openInterest ?? unknown,
      vendorIv: take(this.#vendorIv, order),
      multiplier: take(this.#multiplier, order),
    }
  }

  /** Settlement instant, strike, call before put; the symbol decides between a contract and its adjusted twin. */
  #sortedRows(place: Uint16Array): Uint32Array {
    const strike = this.#strike
    const isCall = this.#isCall
    const symbols = this.#symbols
    const order = Uint32Array.from({ length: symbols.length }, (_, row) => row)
    return order.sort(
      (a, b) =>
        (place[a] ?? 0) - (place[b] ?? 0) ||
        (strike[a] ?? 0) - (strike[b] ?? 0) ||
        (isCall[b] ?? 0) - (isCall[a] ?? 0) ||
        ((symbols[a] ?? '') < (symbols[b] ?? '') ? -1 : 1),
    )
  }

  #expirationFor(row: ContractRow): number {
    const rules = rulesOfRoot(row.root)
    const settlement = row.settlement ?? rules.settlement
    const style = row.style ?? rules.style
    const key = row.expirationDate + settlement + style
    const known = this.#expirationByKey.get(key)
    if (known !== undefined) return known
    const index = this.#expirations.push(expirationOf(row.expirationDate, { settlement, style })) - 1
    this.#expirationByKey.set(key, index)
    return index
  }

  #compareExpirations(a: number, b: number): number {
    const left = this.#expirations[a]
    const right = this.#expirations[b]
    if (!left || !right) return 0
    return left.settlesAtMs - right.settlesAtMs || (left.expirationDate < right.expirationDate ? -1 : 1)
  }

  #refuse(reason: RowRefusal): RowRefusal {
    this.#refusals.set(reason, (this.#refusals.get(reason) ?? 0) + 1)
    return reason
  }
}

function refusalOf(row: ContractRow): RowRefusal | null {
  if (!isOptionRoot(row.root)) return 'bad_root'
  if (!isListableStrike(row.strike)) return 'bad_strike'
  return isExpirationDate(row.expirationDate) ? null : 'bad_expiration_date'
}

function knownOrNaN(value: number | undefined): number {
  return value !== undefined && value >= 0 && value < Number.POSITIVE_INFINITY ? value : Number.NaN
}

/**
 * Zero and 0.00001 stand for "none" in delayed feeds; 0.5, 0.25, 0.125 … (within a hundred-thousandth) without a bid
 * are the steps of a bisection that was given up.
 */
function vendorIvOf({ vendorIv = Number.NaN, bid = 0 }: ContractRow): number {
  if (!(vendorIv > 0.001 && vendorIv < 10)) return Number.NaN
  if (bid > 0) return vendorIv
  const halvings = Math.log2(vendorIv)
  const step = 2 ** Math.round(halvings)
  return halvings < 0.5 && Math.abs(vendorIv - step) < 2e-5 ? Number.NaN : vendorIv
}

function take(column: readonly number[], order: Uint32Array): Float64Array {
  const taken = new Float64Array(order.length)
  for (let place = 0; place < order.length; place++) taken[place] = column[order[place] ?? 0] ?? Number.NaN
  return taken
}
