/** Off-exchange trades in price bins of equal width, and the local maxima among the bins. */
import { OFF_EXCHANGE, type SessionTrades } from '../../../market/domain/stocks/stock-trades.ts'
import type { TradeRule } from './trade-flags.ts'

export interface PriceBin {
  /** Integer: the bin is centred at `place` × width and extends half a width to each side. */
  readonly place: number
  /** Σ price × size, USD. */
  value: number
  /** Value × weight of the session; bins are ranked by it. */
  weight: number
  /** Shares. */
  volume: number
  /** Shares of its largest trade. */
  largest: number
  count: number
  /** The last trade, epoch milliseconds. */
  lastMs: number
}

export interface Binning {
  /** USD. */
  readonly width: number
  readonly rule: TradeRule
  /** Weight of a session by its date. */
  readonly weightOf: (sessionDate: string) => number
}

/** By price, ascending. Trades without a price or a size are skipped. */
export function binsOfTrades(sessions: readonly SessionTrades[], binning: Binning): PriceBin[] {
  const bins = new Map<number, PriceBin>()
  for (const { trades } of sessions) {
    const { price, size, exchange, executedAtMs, count } = trades
    const isUsed = binning.rule(trades)
    const weight = binning.weightOf(trades.sessionDate)
    for (let row = 0; row < count; row++) {
      const shares = size[row] ?? Number.NaN
      const value = (price[row] ?? Number.NaN) * shares
      if (exchange[row] !== OFF_EXCHANGE || !(value > 0) || !isUsed(row)) continue
      const bin = binAt(bins, Math.round((price[row] ?? 0) / binning.width))
      bin.value += value
      bin.weight += weight * value
      bin.volume += shares
      bin.largest = Math.max(bin.largest, shares)
      bin.count++
      bin.lastMs = Math.max(bin.lastMs, executedAtMs[row] ?? 0)
    }
  }
  return [...bins.values()].sort((a, b) => a.place - b.place)
}

/**
 * Local maxima: bins with the largest weight within `apart` (a share of their price) on each side, largest first; on ties
 * the lower bin. `bins` must ascend. With `apart` 0 all bins are returned.
 */
export function highestBins(bins: readonly PriceBin[], apart: number): PriceBin[] {
  return bins.filter((bin, index) => isHighest(bins, bin, index, apart)).sort((a, b) => b.weight - a.weight)
}

function isHighest(bins: readonly PriceBin[], bin: PriceBin, index: number, apart: number): boolean {
  for (let below = index - 1; below >= 0; below--) {
    const other = bins[below]
    if (!other || bin.place - other.place >= apart * bin.place) break
    if (other.weight >= bin.weight) return false
  }
  for (let above = index + 1; above < bins.length; above++) {
    const other = bins[above]
    if (!other || other.place - bin.place >= apart * bin.place) break
    if (other.weight > bin.weight) return false
  }
  return true
}

function binAt(bins: Map<number, PriceBin>, place: number): PriceBin {
  const known = bins.get(place)
  if (known) return known
  const bin = { place, value: 0, weight: 0, volume: 0, largest: 0, count: 0, lastMs: 0 }
  bins.set(place, bin)
  return bin
}
