import { clamp } from '../../../lib/math/numbers.ts'
import type { WithWarnings } from '../../../lib/with-warnings.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { Pivots } from '../../contract/pivots.ts'
import type { Level, SupportResistance } from '../../contract/support-resistance.ts'
import { atr as averageTrueRange } from '../trend/indicators.ts'
import { LEVEL_METHODS, type LevelCandidate, type LevelMethod } from './level-candidate.ts'
import { pivots } from './pivots.ts'
import { swingLevels } from './swing-levels.ts'
import { volumeProfileLevels } from './volume-profile.ts'

const MERGE_ATR = 0.25
const TOUCH_ATR = 0.1

export interface LevelQuery {
  /** Finished sessions in date order, adjusted for splits: the lookback. */
  readonly bars: readonly DailyBar[]
  readonly underlyingPrice: number
  readonly methods: readonly LevelMethod[]
  /** Levels of the methods that need a chain or trades: gamma, open_interest, dark_pool. */
  readonly candidates?: readonly LevelCandidate[]
}

/**
 * Levels of all methods, merged where they are near each other, by side of the price and with their strength, 0 to 1.
 * Empty on both sides where the price is unknown.
 */
export function supportResistance(query: LevelQuery): WithWarnings<SupportResistance> {
  const { bars, underlyingPrice: spot, methods, candidates = [] } = query
  const lastBar = bars.at(-1)
  const dayPivots = lastBar ? pivots(lastBar) : null
  if (!(spot > 0)) {
    return {
      answer: { support: [], resistance: [], pivots: dayPivots },
      warnings: ['No levels: the price of the underlying is unknown.'],
    }
  }
  const measured = averageTrueRange(bars)
  const atr = measured > 0 ? measured : 0.01 * spot
  const found = [...candidates, ...pivotLevels(dayPivots), ...swingLevels(bars, atr), ...volumeProfileLevels(bars, atr)]
  const usable = found.filter(({ source, price, strength }) => methods.includes(source) && price > 0 && strength > 0)
  const levels = merged(usable, MERGE_ATR * atr).map((level) => ({
    ...level,
    distance_pct: 100 * (level.price / spot - 1),
    touches: touchesOf(bars, level.price, TOUCH_ATR * atr),
  }))
  return {
    answer: {
      support: levels.filter(({ price }) => price < spot).reverse(),
      resistance: levels.filter(({ price }) => price >= spot),
      pivots: dayPivots,
    },
    warnings:
      measured > 0 ? [] : ['Fewer than 15 sessions of prices: levels are merged within 0.25 % instead of 0.25 ATR.'],
  }
}

const REASONS: Readonly<Record<LevelMethod, string>> = {
  pivot: 'there is no finished session with known prices',
  swing: 'the lookback has no swing high or low, or too few sessions',
  volume_profile: 'no session of the lookback has a known volume',
  gamma: 'there is no chain with open interest and quotes',
  open_interest: 'there is no chain with open interest',
  dark_pool: 'there are no off-exchange trades',
}

/** A warning for each requested method that found no level. */
export function methodsWithoutLevels(
  { support, resistance }: SupportResistance,
  methods: readonly LevelMethod[],
): string[] {
  const found = new Set([...support, ...resistance].flatMap(({ sources }) => sources))
  return methods.filter((method) => !found.has(method)).map((method) => `No level from ${method}: ${REASONS[method]}.`)
}

function pivotLevels(day: Pivots | null): LevelCandidate[] {
  if (!day) return []
  const { p, r1, s1, r2, s2, r3, s3 } = day.classic
  const at = (strength: number) => (price: number) => ({ price, strength, source: 'pivot' as const })
  return [...[p, r1, s1].map(at(0.3)), ...[r2, s2].map(at(0.2)), ...[r3, s3].map(at(0.1))]
}

/** Ascending. A candidate joins the previous level if it is within `gap` of that level's weighted mean so far. */
function merged(candidates: readonly LevelCandidate[], gap: number): Pick<Level, 'price' | 'strength' | 'sources'>[] {
  const levels: { price: number; weight: number; miss: number; sources: Set<LevelMethod> }[] = []
  for (const { price, strength, source } of [...candidates].sort((a, b) => a.price - b.price)) {
    const last = levels.at(-1)
    if (last && price - last.price <= gap) {
      last.price = (last.price * last.weight + price * strength) / (last.weight + strength)
      last.weight += strength
      last.miss *= 1 - strength
      last.sources.add(source)
    } else {
      levels.push({ price, weight: strength, miss: 1 - strength, sources: new Set([source]) })
    }
  }
  return levels.map(({ price, miss, sources }) => ({
    price,
    strength: clamp(1 - miss, 0, 1),
    sources: LEVEL_METHODS.filter((method) => sources.has(method)),
  }))
}

function touchesOf(bars: readonly DailyBar[], price: number, reach: number): number {
  return bars.filter(({ high, low, close }) => {
    const turnedDown = Math.abs(high - price) <= reach && close < price - reach
    const turnedUp = Math.abs(low - price) <= reach && close > price + reach
    return turnedDown || turnedUp
  }).length
}
