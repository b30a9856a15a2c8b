import { isTradingDay } from '../../domain/calendar/trading-calendar.ts'
import { adjustForSplits, barsOfSecurity } from '../../domain/stocks/adjust-bars.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import type { ReplayMarket } from './stored-market.ts'

export interface DateRange {
  readonly from?: string
  readonly to?: string
}

/**
 * Bars as traded, without those of another security that had the same ticker and of days on which the exchange was
 * closed (index histories have some).
 */
export async function securityBars(
  market: ReplayMarket,
  symbol: string,
  range: DateRange,
): Promise<readonly DailyBar[]> {
  const bars = (await market.dailyBars.range(symbol, range)).filter(({ date }) => isTradingDay(date))
  return barsOfSecurity(bars, await market.corporateActions.tickerPeriods(symbol))
}

/** The same in the share scale of a session: splits that took effect by then and were public at the instant. */
export async function adjustedBars(
  market: ReplayMarket,
  symbol: string,
  range: DateRange,
  { sessionDate, ms }: { readonly sessionDate: string; readonly ms: number },
): Promise<readonly DailyBar[]> {
  const bars = await securityBars(market, symbol, range)
  const known = await market.corporateActions.known(symbol, new Date(ms).toISOString())
  return adjustForSplits(
    bars,
    known.filter(({ exDate }) => exDate <= sessionDate),
  )
}
