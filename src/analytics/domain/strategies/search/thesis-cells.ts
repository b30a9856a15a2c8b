/** The price at the target date under a thesis, as cells of equal probability, each at its mean. */
import { itemAt } from '../../../../lib/math/numbers.ts'
import type { ChainDistribution } from '../../distribution/chain-distribution.ts'
import { cellBetween, quantile } from '../../distribution/price-distribution.ts'
import type { SearchQuery } from './search-query.ts'

/** By how many standard deviations a direction moves the mean, and how much wider a volatile market is. */
const MOVED = 0.5
const WIDER = 1.3

export interface ThesisCells {
  /** USD, ascending. */
  readonly thesis: Float64Array
  /** The same cells as options price them. */
  readonly implied: Float64Array
  /** Mean of the thesis, USD. */
  readonly mean: number
}

export function thesisCells(
  { distribution, deviation }: ChainDistribution,
  { targetPrice, direction }: Pick<SearchQuery, 'targetPrice' | 'direction'>,
  count: number,
): ThesisCells {
  const edges = Array.from({ length: count - 1 }, (_, index) => quantile(distribution, (index + 1) / count))
  const ends = [0, ...edges, Number.POSITIVE_INFINITY]
  const implied = Float64Array.from(
    { length: count },
    (_, index) => cellBetween(distribution, itemAt(ends, index), itemAt(ends, index + 1)).mean,
  )
  const { forward } = distribution
  const sign = direction === 'bullish' ? 1 : direction === 'bearish' ? -1 : 0
  const mean = targetPrice ?? forward * Math.exp(sign * MOVED * deviation)
  const isWider = targetPrice === null && direction === 'volatile'
  const shaped = isWider ? implied.map((price) => forward * (price / forward) ** WIDER) : implied
  const scale = (mean * count) / shaped.reduce((sum, price) => sum + price, 0)
  return { thesis: shaped.map((price) => price * scale), implied, mean }
}
