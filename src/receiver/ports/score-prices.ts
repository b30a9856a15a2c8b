import type { MinuteBars } from '../../market/domain/stocks/minute-bars.ts'
import type { MarketView } from '../../market/ports/market-source.ts'

/** The prices that decisions are measured with. */
export interface ScorePrices {
  /** The market at the end of a past session; throws `not_found` for one that it does not have. */
  viewAt(date: string): Promise<MarketView>
  /** Price of a symbol as it was known at an instant, and the instant that it describes; null where there is none. */
  quoteAt(symbol: string, atMs: number): Promise<{ readonly price: number; readonly asOfMs: number } | null>
  /** Minutes of a session in its own share scale; null where they are not stored. */
  minuteBars(symbol: string, date: string): Promise<MinuteBars | null>
}
