/**
 * Support and resistance from several ways of looking, merged where they meet. A level that several methods find is
 * stronger than any of them: strength = 1 − Π(1 − strength of each).
 */
import { z } from 'zod'
import { clamp } from '../../lib/numbers.ts'
import type { DailyBar } from '../market/bar.ts'
import { atr as averageTrueRange } from './indicators.ts'
import { LEVEL_METHODS, type LevelCandidate, type LevelMethod } from './levels.ts'
import { Pivots, pivots } from './pivots.ts'
import { swingLevels } from './swing-levels.ts'
import { volumeProfileLevels } from './volume-profile.ts'
import type { WithWarnings } from './with-warnings.ts'

const MERGE_ATR = 0.25
const TOUCH_ATR = 0.1

const PriceLevel = z.object({
  price: z.number().describe('USD; the strength-weighted mean of what was merged.'),
  strength: z
    .number()
    .min(0)
    .max(1)
    .describe('0 to 1: 1 − Π(1 − strength) over the methods that found it. Evidence, not a probability.'),
  distance_pct: z.number().describe('100 × (price / price of the underlying − 1): negative below.'),
  touches: z
    .int()
    .min(0)
    .max(100_000)
    .describe('Bars of the lookback that came within 0.1 ATR of the level and closed away from it.'),
  sources: z.array(z.enum(LEVEL_METHODS)).describe('The methods that found the level.'),
})

export const SupportResistance = z
  .object({
    support: z.array(PriceLevel).describe('Levels below the price of the underlying, the nearest first.'),
    resistance: z.array(PriceLevel).describe('Levels at or above the price of the underlying, the nearest first.'),
    pivots: Pivots.nullable().describe('Pivot levels of the last finished session; null without one.'),
  })
  .meta({ id: 'SupportResistance' })

export type SupportResistance = z.infer<typeof SupportResistance>

type Level = z.infer<typeof PriceLevel>

export interface LevelQuestion {
  /** Finished sessions in date order, adjusted for splits: the lookback. */
  readonly bars: readonly DailyBar[]
  readonly underlyingPrice: number
  readonly methods: readonly LevelMethod[]
  /** Levels of the methods that need a chain or a tape: gamma, open_interest, dark_pool. */
  readonly candidates?: readonly LevelCandidate[]
}

export function supportResistance(question: LevelQuestion): WithWarnings<SupportResistance> {
  const { bars, underlyingPrice: spot, methods, candidates = [] } = question
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

const WITHOUT: Readonly<Record<LevelMethod, string>> = {
  pivot: 'there is no finished session with known prices',
  swing: 'the price did not turn in the lookback, or there are too few sessions',
  volume_profile: 'no session of the lookback has a known volume',
  gamma: 'there is no chain with open interest and quotes',
  open_interest: 'there is no chain with open interest',
  dark_pool: 'there are no off-exchange trades',
}

/** A sentence for each method that was asked for and found no level. */
export function silentMethods({ support, resistance }: SupportResistance, methods: readonly LevelMethod[]): string[] {
  const heard = new Set([...support, ...resistance].flatMap(({ sources }) => sources))
  return methods.filter((method) => !heard.has(method)).map((method) => `No level from ${method}: ${WITHOUT[method]}.`)
}

function pivotLevels(day: Pivots | null): LevelCandidate[] {
  if (!day) return []
  const { p, r1, s1, r2, s2, r3, s3 } = day.classic
  const at = (strength: number) => (price: number) => ({ price, strength, source: 'pivot' as const })
  return [...[p, r1, s1].map(at(0.3)), ...[r2, s2].map(at(0.2)), ...[r3, s3].map(at(0.1))]
}

/** Ascending. A candidate joins the level before it when it lies within the gap of that level's mean so far. */
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
