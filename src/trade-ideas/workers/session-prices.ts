import { sessionOn, type TradingSession } from '../../market/domain/calendar/trading-calendar.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { SessionPrices } from '../domain/idea-life.ts'

interface PriceRange {
  /** First session of the range. */
  readonly from: string
  /** The session of the view. */
  readonly session: TradingSession
  readonly asOfMs: number
  readonly isOpen: boolean
}

/**
 * What the price of a symbol did, session by session up to the view's instant: finished sessions from their bars, the
 * running one from the quote. What is traded after a close counts for nothing.
 */
export async function sessionPrices(
  view: MarketView,
  symbol: string,
  { from, session, asOfMs, isOpen }: PriceRange,
): Promise<SessionPrices[]> {
  const finished = isOpen && from >= session.date ? [] : await finishedSessions(view, symbol, { from, asOfMs })
  const running = isOpen ? await runningSession(view, symbol, session) : []
  return [...finished, ...running]
}

async function finishedSessions(
  view: MarketView,
  symbol: string,
  { from, asOfMs }: Pick<PriceRange, 'from' | 'asOfMs'>,
): Promise<SessionPrices[]> {
  const bars = (await nullIfNotFound(view.dailyBars(symbol, { from }))) ?? []
  return bars.flatMap(({ date, open, high, low, close }) => {
    const closeMs = sessionOn(date)?.closeMs ?? Number.POSITIVE_INFINITY
    return closeMs <= asOfMs ? [{ atMs: closeMs, sessionDate: date, open, high, low, last: close }] : []
  })
}

async function runningSession(view: MarketView, symbol: string, session: TradingSession): Promise<SessionPrices[]> {
  const quote = await nullIfNotFound(view.quote(symbol))
  if (quote?.sessionDate !== session.date) return []
  const { asOfMs: atMs, sessionDate, open, high, low, price: last } = quote
  return [{ atMs, sessionDate, open, high, low, last }]
}
