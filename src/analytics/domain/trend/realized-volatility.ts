import { orNull } from '../../../lib/math/numbers.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { RealizedVolatility } from '../../contract/realized-volatility.ts'

const SESSIONS_PER_YEAR = 252

const UNKNOWN: RealizedVolatility = {
  close_to_close: null,
  parkinson: null,
  garman_klass: null,
  rogers_satchell: null,
  yang_zhang: null,
}

/**
 * Annualized estimates over the last `count` bars, decimal per year. They need `count` + 1 bars, because the first return
 * uses the previous close; with fewer bars, or with a price that is not positive, every estimate is null. Sources:
 * `METHODOLOGY`.
 */
export function realizedVolatility(bars: readonly DailyBar[], count: number): RealizedVolatility {
  const window = bars.slice(-(count + 1))
  if (count < 2 || window.length < count + 1 || !window.every(hasPrices)) return UNKNOWN
  const overnight: number[] = []
  const intraday: number[] = []
  const closeToClose: number[] = []
  let parkinson = 0
  let garmanKlass = 0
  let rogersSatchell = 0
  let previousClose = window[0]?.close ?? Number.NaN
  for (const { open, high, low, close } of window.slice(1)) {
    const up = Math.log(high / open)
    const down = Math.log(low / open)
    const change = Math.log(close / open)
    parkinson += (up - down) ** 2 / (4 * Math.LN2)
    garmanKlass += 0.5 * (up - down) ** 2 - (2 * Math.LN2 - 1) * change ** 2
    rogersSatchell += up * (up - change) + down * (down - change)
    overnight.push(Math.log(open / previousClose))
    intraday.push(change)
    closeToClose.push(Math.log(close / previousClose))
    previousClose = close
  }
  const kappa = 0.34 / (1.34 + (count + 1) / (count - 1))
  return {
    close_to_close: annualized(sampleVariance(closeToClose)),
    parkinson: annualized(parkinson / count),
    garman_klass: annualized(garmanKlass / count),
    rogers_satchell: annualized(rogersSatchell / count),
    yang_zhang: annualized(
      sampleVariance(overnight) + kappa * sampleVariance(intraday) + (1 - kappa) * (rogersSatchell / count),
    ),
  }
}

/** Null for a negative variance, which inconsistent bars (a close above the high) can cause. */
function annualized(dailyVariance: number): number | null {
  return orNull(Math.sqrt(dailyVariance * SESSIONS_PER_YEAR))
}

function sampleVariance(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / values.length
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return squares / (values.length - 1)
}

function hasPrices({ open, high, low, close }: DailyBar): boolean {
  return isPrice(open) && isPrice(high) && isPrice(low) && isPrice(close)
}

function isPrice(value: number): boolean {
  return value > 0 && value < Number.POSITIVE_INFINITY
}
