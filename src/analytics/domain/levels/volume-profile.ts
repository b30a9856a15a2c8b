/**
 * Volume profile: the volume of each daily bar is spread evenly from its low to its high. The bin with the most volume is
 * the point of control; the value area around it contains 70 % of the volume.
 */
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { LevelCandidate } from './level-candidate.ts'

const BIN_ATR = 0.1
const VALUE_AREA = 0.7
const POINT_OF_CONTROL_STRENGTH = 0.6
const EDGE_STRENGTH = 0.4
/** Bounds memory: for a price range of thousands of ATR the bins become wider instead of more. */
const MAX_BINS = 5000

export interface VolumeProfile {
  /** USD, centre of the bin with the most volume. */
  readonly pointOfControl: number
  readonly valueAreaLow: number
  readonly valueAreaHigh: number
}

/** Null without a bar that has volume. `atr` in USD. */
export function volumeProfile(bars: readonly DailyBar[], atr: number): VolumeProfile | null {
  const traded = bars.filter(({ volume, high, low }) => volume > 0 && high >= low)
  if (traded.length === 0 || !(atr > 0)) return null
  const low = Math.min(...traded.map((bar) => bar.low))
  const high = Math.max(...traded.map((bar) => bar.high))
  const width = Math.max(BIN_ATR * atr, (high - low) / MAX_BINS)
  const bins = new Float64Array(Math.floor((high - low) / width) + 1)
  for (const bar of traded) spread(bar, bins, low, width)
  const busiest = bins.indexOf(Math.max(...bins))
  const [first, last] = valueArea(bins, busiest)
  const middle = (bin: number) => low + (bin + 0.5) * width
  return { pointOfControl: middle(busiest), valueAreaLow: middle(first), valueAreaHigh: middle(last) }
}

/** Point of control and both ends of the value area as levels; none where no bar has a known volume. */
export function volumeProfileLevels(bars: readonly DailyBar[], atr: number): LevelCandidate[] {
  const profile = volumeProfile(bars, atr)
  if (!profile) return []
  return [
    { price: profile.pointOfControl, strength: POINT_OF_CONTROL_STRENGTH, source: 'volume_profile' },
    { price: profile.valueAreaLow, strength: EDGE_STRENGTH, source: 'volume_profile' },
    { price: profile.valueAreaHigh, strength: EDGE_STRENGTH, source: 'volume_profile' },
  ]
}

function spread(bar: DailyBar, bins: Float64Array, bottom: number, width: number): void {
  const first = Math.floor((bar.low - bottom) / width)
  const last = Math.min(Math.floor((bar.high - bottom) / width), bins.length - 1)
  const share = bar.volume / (last - first + 1)
  for (let bin = first; bin <= last; bin++) bins[bin] = (bins[bin] ?? 0) + share
}

/** Extends from the point of control to the larger neighbour until it contains 70 % of the volume. */
function valueArea(bins: Float64Array, busiest: number): [number, number] {
  const wanted = VALUE_AREA * bins.reduce((total, volume) => total + volume, 0)
  let held = bins[busiest] ?? 0
  let first = busiest
  let last = busiest
  while (held < wanted && (first > 0 || last < bins.length - 1)) {
    const below = bins[first - 1] ?? -1
    const above = bins[last + 1] ?? -1
    if (above >= below) held += bins[++last] ?? 0
    else held += bins[--first] ?? 0
  }
  return [first, last]
}
