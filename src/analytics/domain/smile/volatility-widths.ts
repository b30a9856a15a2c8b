/**
 * How far the volatility of a strike, and at the money, can be from the published one within the width of the quotes.
 * Computed from a valuation, because only summaries need it.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { IV_STATUSES } from '../../../pricing/european/implied-volatility.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { median } from './robust-mean.ts'
import { quadraticAtZero } from './robust-smile.ts'

/** Neighbours on each side whose median width a strike takes. */
const REACH = 3
/** No width is more than this share of the volatility. */
const WIDEST = 0.5
/** Widths at the money are the median of this many strikes; … */
const NEAREST = 5
/** … and the smile there is fitted again without up to three of its nearest strikes. */
const MAX_LEFT_OUT = 3
const POINTS_OF_FIT = 12
/** With fewer quoted strikes within one standard deviation, wrong quotes cannot be recognised by their neighbours. */
const FEWEST_NEIGHBOURS = 8
const UNRECOGNISED = 0.15
const FEWEST_OF_FIT = 4

const [OK, INHERITED] = [IV_STATUSES.indexOf('ok'), IV_STATUSES.indexOf('inherited')]

/** Per pair: half the difference of ask and bid as a volatility, the median over neighbouring strikes. NaN is unknown. */
export function volatilityWidths(valued: ValuedChain): Float64Array {
  const { pairs, expirations } = valued
  const widths = new Float64Array(pairs.count).fill(Number.NaN)
  for (const [expiration, { forward }] of expirations.entries()) {
    const [first, end] = [indexAt(pairs.firstOf, expiration), indexAt(pairs.firstOf, expiration + 1)]
    const rows = Array.from({ length: end - first }, (_, place) => outerRow(valued, first + place, forward))
    const known = rows.flatMap((row, place) => {
      const width = ownWidth(valued, row)
      return width >= 0 ? [{ place, width }] : []
    })
    let nearest = 0
    for (const [place, row] of rows.entries()) {
      while (nearest + 1 < known.length && distance(known[nearest + 1], place) <= distance(known[nearest], place))
        nearest++
      const around = known.slice(Math.max(nearest - REACH, 0), nearest + REACH + 1)
      const width = around.length > 0 ? median(around.map((entry) => entry.width)) : Number.POSITIVE_INFINITY
      widths[first + place] = Math.min(width, WIDEST * at(valued.volatility, row))
    }
  }
  return widths
}

function distance(entry: { readonly place: number } | undefined, place: number): number {
  return entry ? Math.abs(entry.place - place) : Number.POSITIVE_INFINITY
}

/** The out-of-the-money contract of a pair. */
export function outerRow({ pairs: { strike, callRow, putRow } }: ValuedChain, pair: number, forward: number): number {
  const [call, put] = [indexAt(callRow, pair), indexAt(putRow, pair)]
  const [outer, inner] = at(strike, pair) >= forward ? [call, put] : [put, call]
  return outer >= 0 ? outer : inner
}

function ownWidth({ chain, vega }: ValuedChain, row: number): number {
  const [bid, ask] = [at(chain.contracts.bid, row), at(chain.contracts.ask, row)]
  if (!(ask > 0) || bid > ask) return Number.NaN
  return (0.5 * (ask - (bid || 0))) / (100 * at(vega, row))
}

/**
 * Per expiration: the width at the money, plus the largest change of the smile there when up to three of the nearest
 * strikes are left out. Decimal; NaN where the volatility at the money is unknown.
 */
export function atmWidths(valued: ValuedChain, widths: Float64Array): Float64Array {
  return Float64Array.from(valued.expirations, ({ forward, atmIv, yearsToExpiry }, expiration) => {
    if (!(atmIv > 0)) return Number.NaN
    const nearest = quotedPairs(valued, expiration)
      .map((pair) => ({ pair, x: Math.log(at(valued.pairs.strike, pair) / forward) }))
      .sort((a, b) => Math.abs(a.x) - Math.abs(b.x))
      .slice(0, POINTS_OF_FIT)
    if (nearest.length === 0) return WIDEST * atmIv
    const own = median(nearest.slice(0, NEAREST).map(({ pair }) => at(widths, pair)))
    const points = nearest.map(({ pair, x }) => ({
      x,
      volatility: at(valued.volatility, outerRow(valued, pair, forward)),
    }))
    let change = 0
    for (let left = 0; left <= MAX_LEFT_OUT && points.length - left >= FEWEST_OF_FIT; left++) {
      change = Math.max(change, Math.abs(quadraticAtZero(points.slice(left)) - atmIv))
    }
    const deviation = atmIv * Math.sqrt(yearsToExpiry)
    const isThin = nearest.filter(({ x }) => Math.abs(x) < deviation).length < FEWEST_NEIGHBOURS
    return Math.max(own + change, isThin ? UNRECOGNISED * atmIv : 0)
  })
}

function quotedPairs({ pairs, ivStatus }: ValuedChain, expiration: number): number[] {
  const quoted: number[] = []
  for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
    const status = indexAt(ivStatus, Math.max(indexAt(pairs.callRow, pair), indexAt(pairs.putRow, pair)))
    if (status === OK || status === INHERITED) quoted.push(pair)
  }
  return quoted
}
