import { addDays } from '../../../lib/time/civil-date.ts'
import { nullIfNotFound } from '../../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../../market/ports/market-source.ts'
import { realizedVolatility } from '../../domain/trend/realized-volatility.ts'

/** Calendar days that hold the 31 closes of rv30. */
const DAYS_OF_BARS = 60
const SESSIONS = 30

/** rv30 at the session, decimal per year; NaN with too few daily bars. */
export async function realizedOf(view: MarketView, symbol: string, sessionDate: string): Promise<number> {
  const bars = await nullIfNotFound(view.dailyBars(symbol, { from: addDays(sessionDate, -DAYS_OF_BARS) }))
  return realizedVolatility(bars ?? [], SESSIONS).close_to_close ?? Number.NaN
}
