/**
 * Direction and strength of a trend as one score from −100 to 100: six components of prices and indicators in units of
 * a usual daily move (ATR), each cut to ±1, weighted by horizon and damped where the ADX sees no trend.
 */
import { z } from 'zod'
import { clamp } from '../../lib/numbers.ts'
import type { DailyBar } from '../market/bar.ts'
import { Indicators, indicators, sma } from './indicators.ts'

export const TrendHorizon = z
  .enum(['short', 'medium', 'long'])
  .describe('short looks at days, medium at weeks, long at months.')

export type TrendHorizon = z.infer<typeof TrendHorizon>

export const TrendAnalysis = z
  .object({
    horizon: TrendHorizon,
    direction: z
      .enum(['bullish', 'bearish', 'neutral'])
      .nullable()
      .describe('bullish from a score of +20, bearish from −20, neutral between; null without a score.'),
    score: z
      .int()
      .min(-100)
      .max(100)
      .nullable()
      .describe('−100 (strong downtrend) to 100 (strong uptrend); null with fewer than 15 bars.'),
    indicators: Indicators,
    reasons: z.array(z.string()).describe('The three largest contributions to the score, in words with their numbers.'),
  })
  .meta({ id: 'TrendAnalysis' })

export type TrendAnalysis = z.infer<typeof TrendAnalysis>

interface Component {
  /** −1 to 1, NaN when an input is unknown. */
  readonly value: number
  readonly says: string
}

type Weights = readonly [number, number, number, number, number, number]

const WEIGHTS: Readonly<Record<TrendHorizon, Weights>> = {
  short: [0.35, 0.15, 0, 0.25, 0.05, 0.2],
  medium: [0.2, 0.25, 0.1, 0.15, 0.2, 0.1],
  long: [0.05, 0.2, 0.35, 0.05, 0.3, 0.05],
}

const SLOPE_BARS = 20

/** Bars in date order, adjusted for splits, 300 or more for the long horizon. */
export function trendAnalysis(bars: readonly DailyBar[], horizon: TrendHorizon): TrendAnalysis {
  const values = indicators(bars)
  const parts = components(bars, values)
    .map((component, index) => ({ ...component, weight: WEIGHTS[horizon][index] ?? 0 }))
    .filter(({ value, weight }) => weight > 0 && !Number.isNaN(value))
  const totalWeight = parts.reduce((total, { weight }) => total + weight, 0)
  if (totalWeight === 0) return { horizon, direction: null, score: null, indicators: values, reasons: [] }
  // An unknown ADX counts as no trend, so that a score of few bars stays small.
  const strength = 0.6 + 0.4 * clamp(((values.adx_14 ?? 0) - 15) / 15, 0, 1)
  const contributions = parts.map(({ value, weight, says }) => ({
    points: (100 * strength * weight * value) / totalWeight,
    says,
  }))
  const score = Math.round(contributions.reduce((total, { points }) => total + points, 0))
  return {
    horizon,
    direction: directionOf(score),
    score: score === 0 ? 0 : score,
    indicators: values,
    reasons: contributions
      .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
      .slice(0, 3)
      .map(({ points, says }) => `${says} (${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(0)} points).`),
  }
}

function directionOf(score: number): 'bullish' | 'bearish' | 'neutral' {
  if (score >= 20) return 'bullish'
  return score <= -20 ? 'bearish' : 'neutral'
}

function components(bars: readonly DailyBar[], values: Indicators): Component[] {
  const close = bars.at(-1)?.close ?? Number.NaN
  const atr = values.atr_14 ?? Number.NaN
  const closes = bars.map((bar) => bar.close)
  const slope = (values.sma_50 ?? Number.NaN) - sma(closes.slice(0, -SLOPE_BARS), 50)
  const rsi = values.rsi_14 ?? Number.NaN
  const histogram = values.macd_histogram ?? Number.NaN
  return [
    averageComponent(close, values.sma_20, atr, { days: 20, range: 2 }),
    averageComponent(close, values.sma_50, atr, { days: 50, range: 4 }),
    averageComponent(close, values.sma_200, atr, { days: 200, range: 8 }),
    {
      value: cut(histogram / (0.25 * atr)),
      says: `MACD stands ${usd(histogram)} ${histogram < 0 ? 'below' : 'above'} its signal`,
    },
    {
      value: cut(slope / (2 * atr)),
      says: `The 50-day average ${slope < 0 ? 'fell' : 'rose'} by ${usd(slope)} in ${SLOPE_BARS} sessions`,
    },
    { value: cut((rsi - 50) / 20), says: `RSI is ${rsi.toFixed(1)}` },
  ]
}

function averageComponent(
  close: number,
  average: number | null,
  atr: number,
  { days, range }: { readonly days: number; readonly range: number },
): Component {
  const gap = close - (average ?? Number.NaN)
  const side = gap < 0 ? 'below' : 'above'
  return {
    value: cut(gap / (range * atr)),
    says: `Close ${close.toFixed(2)} is ${Math.abs(gap / atr).toFixed(1)} ATR ${side} the ${days}-day average ${(close - gap).toFixed(2)}`,
  }
}

/** NaN stays NaN: 0/0 of a market that never moved is no evidence. */
function cut(value: number): number {
  return clamp(value, -1, 1)
}

function usd(value: number): string {
  return Math.abs(value).toFixed(2)
}
