/**
 * Builds a sorted, immutable `OptionChain` from rows of any source. Defines unknown values for all sources: negative
 * and non-finite numbers, and the placeholder volatilities of vendors.
 */

import { expirationOf, rulesOfRoot } from '../calendar/option-expirations.ts'
import { sessionDateAt } from '../calendar/trading-calendar.ts'
import type { ContractColumns, ExerciseStyle, Expiration, OptionChain, OptionType, Settlement } from './chain.ts'
import {
  formatOptionSymbol,
  isAdjustedRoot,
  isExpirationDate,
  isListableStrike,
  isOptionRoot,
} from './option-symbol.ts'

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

const ANY_CONTRACT = { optionType: 'call', strike: 1 } as const

const REFUSED: Readonly<Record<RowRefusal, (count: number) => string>> = {
  bad_root: (count) => `Rows left out because their root is not an option root: ${count}.`,
  bad_strike: (count) => `Rows left out because their strike is not a listable price: ${count}.`,
  bad_expiration_date: (count) => `Rows left out because their expiration date does not exist: ${count}.`,
  repeated: (count) => `Rows left out because an earlier row is of the same contract: ${count}.`,
}

/** What all contracts of one root and expiration date share: worked out once, because a chain lists hundreds of each. */
interface Listing {
  readonly root: string
  readonly expirationDate: string
  readonly badRoot: boolean
  readonly badDate: 'bad_expiration_date' | null
  readonly adjusted: boolean
  /** The option symbol up to C or P. */
  readonly prefix: string
  /** Strike in thousandths and right of the contracts taken, as one number. */
  readonly seen: Set<number>
  /** Index of the expiration under the rules of the root, undefined before the first row. */
  expiration: number | undefined
}

export class ChainBuilder {
  readonly #listingOfRow: Listing[] = []
  readonly #expirations: Expiration[] = []
  readonly #expirationByKey = new Map<string, number>()
  readonly #expirationOfRow: number[] = []
  readonly #isCall: number[] = []
  readonly #strike: number[] = []
  readonly #vendorIv: number[] = []
  readonly #multiplier: number[] = []
  readonly #bid: number[] = []
  readonly #ask: number[] = []
  readonly #last: number[] = []
  readonly #bidSize: number[] = []
  readonly #askSize: number[] = []
  readonly #volume: number[] = []
  readonly #openInterest: number[] = []
  readonly #listings = new Map<string, Listing>()
  #latestListing: Listing | undefined
  readonly #refusals = new Map<RowRefusal, number>()

  /** Null when the row was added, else the reason. Rejected rows are also counted in the warnings of the chain. */
  add(row: ContractRow): RowRefusal | null {
    const listing = this.#listingOf(row)
    const refusal = listing.badRoot ? 'bad_root' : isListableStrike(row.strike) ? listing.badDate : 'bad_strike'
    if (refusal) return this.#refuse(refusal)
    const isCall = row.optionType === 'call' ? 1 : 0
    const place = 2 * Math.round(row.strike * 1000) + isCall
    if (listing.seen.has(place)) return this.#refuse('repeated')
    listing.seen.add(place)
    this.#listingOfRow.push(listing)
    this.#expirationOfRow.push(this.#expirationFor(row, listing))
    this.#isCall.push(isCall)
    this.#strike.push(row.strike)
    this.#bid.push(knownOrNaN(row.bid))
    this.#ask.push(knownOrNaN(row.ask))
    this.#last.push(knownOrNaN(row.last))
    this.#bidSize.push(knownOrNaN(row.bidSize))
    this.#askSize.push(knownOrNaN(row.askSize))
    this.#volume.push(knownOrNaN(row.volume))
    this.#openInterest.push(knownOrNaN(row.openInterest))
    this.#vendorIv.push(vendorIvOf(row))
    this.#multiplier.push(row.multiplier ?? (listing.adjusted ? Number.NaN : 100))
    return null
  }

  get count(): number {
    return this.#isCall.length
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
    const count = this.#isCall.length
    const place = Uint16Array.from(this.#expirationOfRow, (index) => rank[index] ?? 0)
    const order = this.#sortedRows(place)
    /** Columns that are unknown in every row are one: a listing without quotes has eight of them. */
    const unknown = new Float64Array(count).fill(Number.NaN)
    const take = (column: readonly number[]) => (column.every(Number.isNaN) ? unknown : taken(column, order))
    return {
      count,
      optionSymbols: Array.from(order, (row) => this.#symbolOf(row)),
      expirationIndex: Uint16Array.from(order, (row) => place[row] ?? 0),
      isCall: Uint8Array.from(order, (row) => this.#isCall[row] ?? 0),
      strike: take(this.#strike),
      bid: take(this.#bid),
      ask: take(this.#ask),
      last: take(this.#last),
      bidSize: take(this.#bidSize),
      askSize: take(this.#askSize),
      volume: take(this.#volume),
      openInterest: take(this.#openInterest),
      vendorIv: take(this.#vendorIv),
      multiplier: take(this.#multiplier),
    }
  }

  /** Settlement instant, strike, call before put; the symbol decides between a contract and its adjusted twin. */
  #sortedRows(place: Uint16Array): Uint32Array {
    const strike = this.#strike
    const isCall = this.#isCall
    const order = Uint32Array.from({ length: strike.length }, (_, row) => row)
    return order.sort(
      (a, b) =>
        (place[a] ?? 0) - (place[b] ?? 0) ||
        (strike[a] ?? 0) - (strike[b] ?? 0) ||
        (isCall[b] ?? 0) - (isCall[a] ?? 0) ||
        (this.#symbolOf(a) < this.#symbolOf(b) ? -1 : 1),
    )
  }

  #symbolOf(row: number): string {
    const right = this.#isCall[row] ? 'C' : 'P'
    // With `+` the engine keeps the parts of each symbol, which takes four times the memory of their text.
    return [this.#listingOfRow[row]?.prefix ?? '', right, strikeText(this.#strike[row] ?? 0)].join('')
  }

  #listingOf({ root, expirationDate }: ContractRow): Listing {
    const latest = this.#latestListing
    // Most sources group contracts by expiration.
    if (latest && latest.expirationDate === expirationDate && latest.root === root) return latest
    const key = `${root} ${expirationDate}`
    const listing = this.#listings.get(key) ?? listingOf(root, expirationDate)
    this.#listings.set(key, listing)
    this.#latestListing = listing
    return listing
  }

  #expirationFor(row: ContractRow, listing: Listing): number {
    if (row.settlement !== undefined || row.style !== undefined) return this.#expirationIndex(row)
    listing.expiration ??= this.#expirationIndex(row)
    return listing.expiration
  }

  #expirationIndex(row: ContractRow): number {
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

function listingOf(root: string, expirationDate: string): Listing {
  const badRoot = !isOptionRoot(root)
  const badDate = isExpirationDate(expirationDate) ? null : 'bad_expiration_date'
  const prefix = badRoot || badDate ? '' : formatOptionSymbol({ ...ANY_CONTRACT, root, expirationDate }).slice(0, -9)
  return {
    root,
    expirationDate,
    badRoot,
    badDate,
    adjusted: isAdjustedRoot(root),
    prefix,
    seen: new Set(),
    expiration: undefined,
  }
}

/** Thousandths of a dollar in eight digits. */
function strikeText(strike: number): string {
  return String(Math.round(strike * 1000)).padStart(8, '0')
}

function knownOrNaN(value: number | undefined): number {
  return value !== undefined && value >= 0 && value < Number.POSITIVE_INFINITY ? value : Number.NaN
}

/**
 * Zero and 0.00001 stand for "none" in delayed feeds; 0.5, 0.25, 0.125 … (within a hundred-thousandth) without a bid
 * are steps of a vendor's bisection that did not converge.
 */
function vendorIvOf({ vendorIv = Number.NaN, bid = 0 }: ContractRow): number {
  if (!(vendorIv > 0.001 && vendorIv < 10)) return Number.NaN
  if (bid > 0) return vendorIv
  const halvings = Math.log2(vendorIv)
  const step = 2 ** Math.round(halvings)
  return halvings < 0.5 && Math.abs(vendorIv - step) < 2e-5 ? Number.NaN : vendorIv
}

function taken(column: readonly number[], order: Uint32Array): Float64Array {
  const values = new Float64Array(order.length)
  for (let place = 0; place < order.length; place++) values[place] = column[order[place] ?? 0] ?? Number.NaN
  return values
}
