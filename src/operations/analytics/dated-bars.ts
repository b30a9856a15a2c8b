import type { DailyBar } from '../../domain/market/bar.ts'
import { sessionOn } from '../../domain/market/trading-calendar.ts'
import type { MarketView } from '../../ports/market-source.ts'
import type { Dated } from '../envelope.ts'

/** Finished bars are known at their session's close; a running session's bar is as of its quote. */
export async function datedBars(view: MarketView, symbol: string, last: DailyBar | undefined): Promise<Dated> {
  const quote = await view.quote(symbol)
  if (!last) return { ...quote, warnings: ['There are no daily bars in this window.'] }
  if (last.date === quote.sessionDate) return { ...quote, warnings: [] }
  return { asOfMs: sessionOn(last.date)?.closeMs ?? quote.asOfMs, sessionDate: last.date, warnings: [] }
}
