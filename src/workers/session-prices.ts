import { sessionOn, type TradingSession } from '../domain/market/trading-calendar.ts'
import type { SessionPrices } from '../domain/trade-ideas/idea-life.ts'
import { ifKnown } from '../operations/analytics/if-known.ts'
import type { MarketView } from '../ports/market-source.ts'

interface Asked {
  /** First session that is asked about. */
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
  { from, session, asOfMs, isOpen }: Asked,
): Promise<SessionPrices[]> {
  const finished = isOpen && from >= session.date ? [] : await finishedSessions(view, symbol, { from, asOfMs })
  const running = isOpen ? await runningSession(view, symbol, session) : []
  return [...finished, ...running]
}

async function finishedSessions(
  view: MarketView,
  symbol: string,
  { from, asOfMs }: Pick<Asked, 'from' | 'asOfMs'>,
): Promise<SessionPrices[]> {
  const bars = (await ifKnown(view.dailyBars(symbol, { from }))) ?? []
  return bars.flatMap(({ date, open, high, low, close }) => {
    const closeMs = sessionOn(date)?.closeMs ?? Number.POSITIVE_INFINITY
    return closeMs <= asOfMs ? [{ atMs: closeMs, sessionDate: date, open, high, low, last: close }] : []
  })
}

async function runningSession(view: MarketView, symbol: string, session: TradingSession): Promise<SessionPrices[]> {
  const quote = await ifKnown(view.quote(symbol))
  if (quote?.sessionDate !== session.date) return []
  const { asOfMs: atMs, sessionDate, open, high, low, price: last } = quote
  return [{ atMs, sessionDate, open, high, low, last }]
}
