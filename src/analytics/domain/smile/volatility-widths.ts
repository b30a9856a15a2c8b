/**
 * How far the volatility of a strike, and at the money, can be from the published one within the width of the quotes.
 * Computed from a valuation, because only summaries need it.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { IV_STATUSES } from '../../../pricing/european/implied-volatility.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { widenedForWrongQuotes } from './quotes-at-money.ts'
import { median } from './robust-mean.ts'
import { quadraticAtZero } from './robust-smile.ts'

/** Neighbours on each side whose median width a strike takes. */
const REACH = 3
/** No width is more than this share of the volatility. */
const WIDEST = 0.5
/** Widths at the money are the median of this many strikes; … */
const NEAREST = 5
/** … and the smile there is fitted again without any three, any two or any one of these nearest strikes. */
const LEFT_OUT_OF = 6
const MAX_LEFT_OUT = 3
const POINTS_OF_FIT = 12
const FEWEST_OF_FIT = 4
/** Sets of places as the bits of a number. */
const LEFT_OUT = Array.from({ length: 1 << LEFT_OUT_OF }, (_, bits) => bits).filter(
  (bits) => bits.toString(2).replaceAll('0', '').length <= MAX_LEFT_OUT,
)
/** No range at the money is less than this share of the volatility: the forward is not known better. */
const NARROWEST = 0.01

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
 * strikes are left out, plus what wrong quotes can do where few strikes are quoted. Decimal; NaN where the volatility at
 * the money is unknown.
 */
export function atmWidths(valued: ValuedChain, widths: Float64Array): Float64Array {
  return Float64Array.from(valued.expirations, ({ forward, atmIv }, expiration) => {
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
    const width = own + largestChange(points, atmIv)
    return Math.max(widenedForWrongQuotes(valued, expiration, width), NARROWEST * atmIv)
  })
}

/** Of the smile at the money, when up to three of its nearest points are left out. */
function largestChange(points: Parameters<typeof quadraticAtZero>[0], atmIv: number): number {
  let largest = 0
  for (const leftOut of LEFT_OUT) {
    const kept = points.filter((_, place) => ((leftOut >> place) & 1) === 0)
    if (kept.length < Math.min(points.length, FEWEST_OF_FIT)) continue
    largest = Math.max(largest, Math.abs(quadraticAtZero(kept) - atmIv))
  }
  return largest
}

function quotedPairs({ pairs, ivStatus }: ValuedChain, expiration: number): number[] {
  const quoted: number[] = []
  for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
    const status = indexAt(ivStatus, Math.max(indexAt(pairs.callRow, pair), indexAt(pairs.putRow, pair)))
    if (status === OK || status === INHERITED) quoted.push(pair)
  }
  return quoted
}
