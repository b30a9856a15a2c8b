/**
 * Volatility of past prices by five estimators over daily bars, annualised by 252 sessions, as decimals. The bars must
 * be adjusted for splits; dividends are not added back. Parkinson, Garman-Klass and Rogers-Satchell see only the hours
 * of trading, so they miss what happens overnight. Sources: Parkinson 1980; Garman, Klass 1980; Rogers, Satchell 1991;
 * Yang, Zhang 2000.
 */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import type { DailyBar } from '../market/bar.ts'

const SESSIONS_PER_YEAR = 252

const estimate = (text: string) =>
  z.number().min(0).nullable().describe(`${text} Decimal per year (0.25 is 25 %), from daily bars × √252.`)

export const RealizedVolatility = z
  .object({
    close_to_close: estimate('Sample deviation of ln(C/C₋₁); the same estimator as rv10 to rv60.'),
    parkinson: estimate('√(Σ ln(H/L)² / (4 n ln 2)); leaves overnight moves out.'),
    garman_klass: estimate('√(mean of ½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²); leaves overnight moves out.'),
    rogers_satchell: estimate(
      '√(mean of u(u − c) + d(d − c)) with u, d, c = ln of H, L, C over O; no overnight moves.',
    ),
    yang_zhang: estimate('√(var(ln O/C₋₁) + κ var(ln C/O) + (1 − κ) Rogers-Satchell); overnight moves included.'),
  })
  .describe('Realized volatility of the served window by estimator; null with fewer than two returns.')
  .meta({ id: 'RealizedVolatility' })

export type RealizedVolatility = z.infer<typeof RealizedVolatility>

const UNKNOWN: RealizedVolatility = {
  close_to_close: null,
  parkinson: null,
  garman_klass: null,
  rogers_satchell: null,
  yang_zhang: null,
}

/**
 * Over the last `count` bars. It takes `count` + 1 bars, because the first return needs the close before; with fewer,
 * or with a price that is not above 0 among them, every estimate is null.
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

/** Null where a bar contradicts itself (a close above the high) so far that the variance turns negative. */
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
