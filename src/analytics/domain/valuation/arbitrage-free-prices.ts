/**
 * Theoretical prices within the quotes of their contracts: call prices fall and put prices rise over strikes, both are
 * convex, and an American contract is worth no less than the one that expires earlier. Where quotes contradict each other,
 * a price follows its own quote, and the contract is marked.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import { convexPrices, feasibleCeiling, type PriceBounds } from '../smile/convex-prices.ts'
import { type CleanQuotes, COUNTED } from '../smile/quote-cleaning.ts'
import type { StrikePairs } from '../smile/strike-pairs.ts'
import { type ChainTerms, exerciseSpot } from './chain-terms.ts'

/** Share of the underlying's price below which a difference is rounding. */
const ROUNDING = 1e-9

/** The contracts of one right of one expiration. */
interface Side {
  readonly rows: readonly number[]
  readonly isCall: boolean
  readonly isAmerican: boolean
  /** What a call of strike 0 is worth, in units of `unit` USD: the exercise spot, or the forward of European contracts. */
  readonly base: number
  readonly unit: number
  readonly bounds: PriceBounds
  readonly wanted: Float64Array
}

/** USD per share by strike. */
type PricesByStrike = Map<number, number>

/** `isCall` by index. */
const RIGHTS = [false, true] as const

/**
 * Moves the model prices (USD per share, by row) as little as necessary. A contract without a model price gets one from its
 * quote. Returns 1 for each row whose quote leaves no price that agrees with the others.
 */
export function enforceArbitrageFree(
  chain: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  terms: ChainTerms,
  price: Float64Array,
): Uint8Array {
  const contradicted = new Uint8Array(chain.contracts.count)
  for (const isCall of RIGHTS) {
    const sides = chain.expirations.flatMap((_, expiration) => {
      const side = sideOf(chain, pairs, clean, terms, expiration, isCall, price)
      return side ? [side] : []
    })
    const ceilings = limitByLater(sides)
    const earlier: PricesByStrike = new Map()
    for (const [index, side] of sides.entries()) writePrices(side, ceilings[index], earlier, price, contradicted)
  }
  keepWithinQuotes(chain, clean, terms, price, contradicted)
  return contradicted
}

function sideOf(
  chain: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  terms: ChainTerms,
  expiration: number,
  isCall: boolean,
  price: Float64Array,
): Side | null {
  const { contracts, expirations } = chain
  const isAmerican = expirations[expiration]?.style === 'american'
  const base = isAmerican ? exerciseSpot(terms, expiration) : at(terms.forward, expiration)
  const unit = isAmerican ? 1 : at(terms.discountFactor, expiration)
  const rows = pricedRows(chain, pairs, clean, expiration, isCall, price)
  if (!(base > 0) || rows.length === 0) return null
  const strike = Float64Array.from(rows, (row) => at(contracts.strike, row))
  const bounds = { strike, low: strike.map((own) => Math.max(base - own, 0)), high: strike.map(() => base) }
  const wanted = new Float64Array(rows.length)
  const side = { rows, isCall, isAmerican, base, unit, bounds, wanted }
  eachStrike(side, (_, place, scaled) => {
    const row = rows[place] ?? -1
    const [bid, ask] = [at(contracts.bid, row), at(contracts.ask, row)]
    const model = at(price, row)
    wanted[place] = scaled(Number.isNaN(model) ? 0.5 * ((bid || 0) + ask) : model)
    const floor = at(bounds.low, place)
    // An ask below the exercise value is stale.
    if (!isReadable(bid, ask) || scaled(ask) < floor) return
    bounds.low[place] = Math.min(Math.max(scaled(bid || 0), floor), base)
    bounds.high[place] = Math.min(scaled(ask), base)
  })
  return side
}

/** Rows of one right in order of strike: contracts that enter sums, with a model price or a quote. */
function pricedRows(
  { contracts }: OptionChain,
  { callRow, putRow, firstOf }: StrikePairs,
  { eligibility }: CleanQuotes,
  expiration: number,
  isCall: boolean,
  price: Float64Array,
): number[] {
  const listed = (isCall ? callRow : putRow).subarray(indexAt(firstOf, expiration), indexAt(firstOf, expiration + 1))
  return [...listed].filter(
    (row) =>
      eligibility[row] === COUNTED &&
      (at(price, row) >= 0 || isReadable(at(contracts.bid, row), at(contracts.ask, row))),
  )
}

function isReadable(bid: number, ask: number): boolean {
  return ask > 0 && !(bid > ask)
}

/** From the last expiration on: the highest convex prices, by strike no higher than those of later American contracts. */
function limitByLater(sides: readonly Side[]): Float64Array[] {
  const later: PricesByStrike = new Map()
  const ceilings: Float64Array[] = []
  for (let index = sides.length - 1; index >= 0; index--) {
    const side = sides[index]
    if (!side) continue
    const { bounds, wanted, base, isAmerican } = side
    if (isAmerican) {
      eachStrike(side, (strike, place, scaled) => {
        const limit = scaled(later.get(strike) ?? Number.POSITIVE_INFINITY)
        if (limit >= at(bounds.low, place)) bounds.high[place] = Math.min(at(bounds.high, place), limit)
      })
    }
    const ceiling = feasibleCeiling(bounds, wanted, base)
    ceilings[index] = ceiling.value
    if (isAmerican) {
      eachStrike(side, (strike, place, _, usd) => {
        later.set(strike, Math.min(later.get(strike) ?? Number.POSITIVE_INFINITY, usd(at(ceiling.value, place))))
      })
    }
  }
  return ceilings
}

function writePrices(
  side: Side,
  ceiling: Float64Array | undefined,
  earlier: PricesByStrike,
  price: Float64Array,
  contradicted: Uint8Array,
): void {
  const { bounds, wanted, base, rows, isAmerican } = side
  if (isAmerican && ceiling) {
    eachStrike(side, (strike, place, scaled) => {
      const floor = Math.min(scaled(earlier.get(strike) ?? 0), at(ceiling, place))
      bounds.low[place] = Math.max(at(bounds.low, place), floor)
    })
  }
  const prices = convexPrices(bounds, wanted, base)
  eachStrike(side, (strike, place, _, usd) => {
    const own = usd(at(prices, place))
    const row = rows[place] ?? -1
    price[row] = own
    if (!isAmerican) return
    const before = earlier.get(strike) ?? 0
    if (before - own > ROUNDING * base) contradicted[row] = 1
    earlier.set(strike, Math.max(before, own))
  })
}

/** Calls `visit` for each contract, with the conversions between USD and the prices of `bounds`. */
function eachStrike(
  { bounds, isCall, base, unit }: Side,
  visit: (strike: number, place: number, scaled: (usd: number) => number, usd: (scaled: number) => number) => void,
): void {
  let shift = 0
  const scaled = (usd: number) => usd / unit + shift
  const usd = (price: number) => Math.max((price - shift) * unit, 0)
  for (let place = 0; place < bounds.strike.length; place++) {
    const strike = at(bounds.strike, place)
    shift = isCall ? 0 : base - strike
    visit(strike, place, scaled, usd)
  }
}

/** No price lies outside the bid and ask of its contract, nor above an ask without a bid. */
function keepWithinQuotes(
  { contracts }: OptionChain,
  { eligibility }: CleanQuotes,
  terms: ChainTerms,
  price: Float64Array,
  contradicted: Uint8Array,
): void {
  for (let row = 0; row < contracts.count; row++) {
    const [bid, ask] = [at(contracts.bid, row), at(contracts.ask, row)]
    if (eligibility[row] !== COUNTED || !isReadable(bid, ask)) continue
    const own = at(price, row)
    const inside = Math.min(Math.max(own, bid > 0 ? bid : 0), ask)
    if (Math.abs(inside - own) > ROUNDING * terms.spot) contradicted[row] = 1
    price[row] = inside
  }
}
