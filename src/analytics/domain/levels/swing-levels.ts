/**
 * Swing levels: clusters of local highs and lows of daily bars. A cluster is stronger the more turning points it has, the
 * more recent they are, and the higher their volume.
 */
import { daysBetween } from '../../../lib/time/civil-date.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { LevelCandidate } from './level-candidate.ts'

/** A swing high is above the highs of the three bars on each side; a swing low is below their lows. */
const BARS_EACH_SIDE = 3
const CLUSTER_GAP_ATR = 0.5
const MEMORY_DAYS = 60
const STRONGEST = 0.8

interface Turn {
  readonly price: number
  readonly weight: number
}

/** Strength 0.8 for the strongest cluster, others in proportion. `atr` in USD. */
export function swingLevels(bars: readonly DailyBar[], atr: number): LevelCandidate[] {
  const clusters = clustersOf(turnsOf(bars), CLUSTER_GAP_ATR * atr).map((turns) => {
    const weight = turns.reduce((total, turn) => total + turn.weight, 0)
    const price = turns.reduce((total, turn) => total + turn.price * turn.weight, 0) / weight
    return { price, raw: turns.length * weight }
  })
  const strongest = Math.max(...clusters.map(({ raw }) => raw))
  return clusters.map(({ price, raw }) => ({ price, strength: (STRONGEST * raw) / strongest, source: 'swing' }))
}

function turnsOf(bars: readonly DailyBar[]): Turn[] {
  const last = bars.at(-1)
  const volumes = bars.map(({ volume }) => volume).filter((volume) => volume > 0)
  const meanVolume = volumes.reduce((total, volume) => total + volume, 0) / volumes.length
  const turns: Turn[] = []
  for (let index = BARS_EACH_SIDE; index < bars.length - BARS_EACH_SIDE; index++) {
    const bar = bars[index]
    if (!bar || !last) continue
    const relativeVolume = bar.volume > 0 ? bar.volume / meanVolume : 1
    const weight = Math.exp(-daysBetween(bar.date, last.date) / MEMORY_DAYS) * relativeVolume
    const neighbours = bars.slice(index - BARS_EACH_SIDE, index + BARS_EACH_SIDE + 1).filter((other) => other !== bar)
    if (neighbours.every(({ high }) => high < bar.high)) turns.push({ price: bar.high, weight })
    if (neighbours.every(({ low }) => low > bar.low)) turns.push({ price: bar.low, weight })
  }
  return turns
}

function clustersOf(turns: readonly Turn[], gap: number): Turn[][] {
  const clusters: Turn[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const turn of [...turns].sort((a, b) => a.price - b.price)) {
    if (turn.price - before <= gap) clusters.at(-1)?.push(turn)
    else clusters.push([turn])
    before = turn.price
  }
  return clusters
}
