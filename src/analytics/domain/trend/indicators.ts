import { orNull } from '../../../lib/math/numbers.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { Indicators } from '../../contract/indicators.ts'

const WILDER = 14

/** Indicators at the last bar, computed as TA-Lib does. Bars in date order, adjusted for splits. Null with too few bars. */
export function indicators(bars: readonly DailyBar[]): Indicators {
  const closes = bars.map(({ close }) => close)
  const middle = sma(closes, 20)
  const deviation = populationDeviation(closes.slice(-20))
  const { macd, signal } = macdOf(closes)
  return {
    sma_20: orNull(middle),
    sma_50: orNull(sma(closes, 50)),
    sma_200: orNull(sma(closes, 200)),
    ema_12: orNull(emaSeries(closes, 12).at(-1) ?? Number.NaN),
    ema_26: orNull(emaSeries(closes, 26).at(-1) ?? Number.NaN),
    rsi_14: orNull(rsi(closes)),
    macd: orNull(macd),
    macd_signal: orNull(signal),
    macd_histogram: orNull(macd - signal),
    adx_14: orNull(adx(bars)),
    atr_14: orNull(atr(bars)),
    bollinger_upper: orNull(middle + 2 * deviation),
    bollinger_lower: orNull(middle - 2 * deviation),
  }
}

/** Mean of the last `count` values, NaN with fewer. */
export function sma(values: readonly number[], count: number): number {
  if (values.length < count) return Number.NaN
  return sum(values.slice(-count)) / count
}

/** One value per bar from the `count`th on, seeded with the mean of the first `count`; empty with fewer. */
function emaSeries(values: readonly number[], count: number): number[] {
  if (values.length < count) return []
  const alpha = 2 / (count + 1)
  let average = sum(values.slice(0, count)) / count
  const series = [average]
  for (const value of values.slice(count)) {
    average += alpha * (value - average)
    series.push(average)
  }
  return series
}

/** EMA12 starts where EMA26 does, from the mean of bars 15 to 26. */
function macdOf(closes: readonly number[]): { macd: number; signal: number } {
  const slow = emaSeries(closes, 26)
  const fast = emaSeries(closes.slice(14), 12)
  const series = slow.map((value, index) => (fast[index] ?? Number.NaN) - value)
  return { macd: series.at(-1) ?? Number.NaN, signal: emaSeries(series, 9).at(-1) ?? Number.NaN }
}

/** 100 without any loss, 50 without any change. */
function rsi(closes: readonly number[]): number {
  const gains: number[] = []
  const losses: number[] = []
  for (let index = 1; index < closes.length; index++) {
    const change = (closes[index] ?? Number.NaN) - (closes[index - 1] ?? Number.NaN)
    gains.push(Math.max(change, 0))
    losses.push(Math.max(-change, 0))
  }
  const gain = wilderMean(gains)
  const loss = wilderMean(losses)
  // Rounding can push the quotient above 100.
  return gain === 0 && loss === 0 ? 50 : Math.min((100 * gain) / (gain + loss), 100)
}

/** Wilder mean of the true range, USD; NaN with fewer than 15 bars. */
export function atr(bars: readonly DailyBar[]): number {
  return wilderMean(trueRanges(bars))
}

/** Starts at the second bar, because the true range needs the previous close. */
function trueRanges(bars: readonly DailyBar[]): number[] {
  const ranges: number[] = []
  let previousClose = bars[0]?.close ?? Number.NaN
  for (const { high, low, close } of bars.slice(1)) {
    ranges.push(Math.max(high - low, Math.abs(high - previousClose), Math.abs(low - previousClose)))
    previousClose = close
  }
  return ranges
}

function adx(bars: readonly DailyBar[]): number {
  const ranges = trueRanges(bars)
  const indices: number[] = []
  let range = 0
  let plus = 0
  let minus = 0
  for (let index = 0; index < ranges.length; index++) {
    const { plusMove, minusMove } = directionalMoves(bars[index], bars[index + 1])
    // Wilder's initialization: the sums start with 13 values and decay from the 14th.
    const decay = index < WILDER - 1 ? 1 : 1 - 1 / WILDER
    range = range * decay + (ranges[index] ?? Number.NaN)
    plus = plus * decay + plusMove
    minus = minus * decay + minusMove
    if (index >= WILDER - 1) indices.push(directionalIndex(plus, minus, range))
  }
  return wilderMean(indices)
}

function directionalMoves(before?: DailyBar, bar?: DailyBar): { plusMove: number; minusMove: number } {
  const up = (bar?.high ?? Number.NaN) - (before?.high ?? Number.NaN)
  const down = (before?.low ?? Number.NaN) - (bar?.low ?? Number.NaN)
  return { plusMove: up > down && up > 0 ? up : 0, minusMove: down > up && down > 0 ? down : 0 }
}

/** 0 when the price never moves. */
function directionalIndex(plus: number, minus: number, range: number): number {
  if (Number.isNaN(range)) return Number.NaN
  return plus + minus === 0 ? 0 : Math.min((100 * Math.abs(plus - minus)) / (plus + minus), 100)
}

/** α = 1/14, seeded with the mean of the first 14; NaN with fewer. */
function wilderMean(values: readonly number[]): number {
  if (values.length < WILDER) return Number.NaN
  let mean = sum(values.slice(0, WILDER)) / WILDER
  for (const value of values.slice(WILDER)) mean = (mean * (WILDER - 1) + value) / WILDER
  return mean
}

function populationDeviation(values: readonly number[]): number {
  const mean = sum(values) / values.length
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return Math.sqrt(squares / values.length)
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
