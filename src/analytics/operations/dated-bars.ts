import { sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../../market/domain/stocks/bar.ts'
import type { Dated } from '../../market/operations/envelope.ts'
import type { MarketView } from '../../market/ports/market-source.ts'

/** A finished bar is as of its session's close; the bar of a running session is as of the quote. */
export async function datedBars(view: MarketView, symbol: string, last: DailyBar | undefined): Promise<Dated> {
  const quote = await view.quote(symbol)
  if (!last) return { ...quote, warnings: ['There are no daily bars in this window.'] }
  if (last.date === quote.sessionDate) return { ...quote, warnings: [] }
  return { asOfMs: sessionOn(last.date)?.closeMs ?? quote.asOfMs, sessionDate: last.date, warnings: [] }
}
