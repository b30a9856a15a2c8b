import { clamp } from '../../../lib/math/numbers.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { Indicators } from '../../contract/indicators.ts'
import type { TrendAnalysis, TrendHorizon } from '../../contract/trend-analysis.ts'
import { indicators, sma } from './indicators.ts'

interface Component {
  /** −1 to 1, NaN when an input is unknown. */
  readonly value: number
  readonly text: string
}

type Weights = readonly [number, number, number, number, number, number]

const WEIGHTS: Readonly<Record<TrendHorizon, Weights>> = {
  short: [0.35, 0.15, 0, 0.25, 0.05, 0.2],
  medium: [0.2, 0.25, 0.1, 0.15, 0.2, 0.1],
  long: [0.05, 0.2, 0.35, 0.05, 0.3, 0.05],
}

const SLOPE_BARS = 20

/** Weighted score of six indicators, −100 to 100. Bars in date order, adjusted for splits; 300 or more for `long`. */
export function trendAnalysis(bars: readonly DailyBar[], horizon: TrendHorizon): TrendAnalysis {
  const values = indicators(bars)
  const parts = components(bars, values)
    .map((component, index) => ({ ...component, weight: WEIGHTS[horizon][index] ?? 0 }))
    .filter(({ value, weight }) => weight > 0 && !Number.isNaN(value))
  const totalWeight = parts.reduce((total, { weight }) => total + weight, 0)
  if (totalWeight === 0) return { horizon, direction: null, score: null, indicators: values, reasons: [] }
  // An unknown ADX counts as no trend, so that the score of a short history stays small.
  const strength = 0.6 + 0.4 * clamp(((values.adx_14 ?? 0) - 15) / 15, 0, 1)
  const contributions = parts.map(({ value, weight, text }) => ({
    points: (100 * strength * weight * value) / totalWeight,
    text,
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
      .map(({ points, text }) => `${text} (${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(0)} points).`),
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
      text: `MACD is ${usd(histogram)} ${histogram < 0 ? 'below' : 'above'} its signal`,
    },
    {
      value: cut(slope / (2 * atr)),
      text: `The 50-day average ${slope < 0 ? 'fell' : 'rose'} by ${usd(slope)} in ${SLOPE_BARS} sessions`,
    },
    { value: cut((rsi - 50) / 20), text: `RSI is ${rsi.toFixed(1)}` },
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
    text: `Close ${close.toFixed(2)} is ${Math.abs(gap / atr).toFixed(1)} ATR ${side} the ${days}-day average ${(close - gap).toFixed(2)}`,
  }
}

/** NaN stays NaN: 0/0 of a price that never moved is not evidence. */
function cut(value: number): number {
  return clamp(value, -1, 1)
}

function usd(value: number): string {
  return Math.abs(value).toFixed(2)
}
