/** Stored calendar and news as known at the instant of a view. */

import { AppError } from '../../../lib/errors.ts'
import { addDays } from '../../../lib/time/civil-date.ts'
import type { CalendarEvent } from '../../domain/calendar/calendar-event.ts'
import { newYorkInstant } from '../../domain/calendar/new-york-time.ts'
import { sessionDateAt, sessionOn, tradingDaysAround } from '../../domain/calendar/trading-calendar.ts'
import type { EarningsReport } from '../../domain/earnings-report.ts'
import type { NewsItem } from '../../domain/news-item.ts'
import type { CalendarQuery, Found, MarketMoment, NewsQuery } from '../../ports/market-source.ts'
import { nothingStored } from './moment.ts'
import type { ReplayMarket } from './stored-market.ts'

const MIDNIGHT = 0

/** A past date ends at its close; the present is the latest stored instant. */
export async function marketMoment(market: ReplayMarket, date: string | undefined): Promise<MarketMoment> {
  const latest = await latestInstant(market)
  if (latest === undefined) throw new AppError('not_found', 'Nothing is stored. Import a file first.')
  const present = { asOfMs: Date.parse(latest), sessionDate: sessionDateAt(Date.parse(latest)) }
  if (date === undefined) return present
  const session = sessionOn(date)
  if (session && date <= present.sessionDate) return { asOfMs: session.closeMs, sessionDate: date }
  const why = session ? 'is later than all that is stored.' : `is no trading day. ${tradingDaysAround(date)}`
  throw new AppError('not_found', `${date} ${why} Choose a trading day up to ${present.sessionDate}.`)
}

export async function storedEarnings(
  market: ReplayMarket,
  moment: MarketMoment,
  query: CalendarQuery,
): Promise<Found<EarningsReport>> {
  const data = await market.marketCalendar.earnings({ ...query, knownAt: instant(moment.asOfMs) })
  return await found(market, query.symbol, data, 'earnings', () => market.marketCalendar.latestKnownAt())
}

export async function storedEvents(
  market: ReplayMarket,
  moment: MarketMoment,
  { symbol, from, to }: CalendarQuery,
): Promise<Found<CalendarEvent>> {
  const data = await market.marketCalendar.events({
    symbol,
    from: instant(newYorkInstant(from, MIDNIGHT)),
    to: instant(newYorkInstant(addDays(to, 1), MIDNIGHT) - 1),
    knownAt: instant(moment.asOfMs),
  })
  return await found(market, symbol, data, 'calendar entries', () => market.marketCalendar.latestKnownAt())
}

export async function storedNews(
  market: ReplayMarket,
  moment: MarketMoment,
  query: NewsQuery,
): Promise<Found<NewsItem>> {
  const data = await market.news.list({ ...query, until: instant(moment.asOfMs) })
  return await found(market, query.symbol, data, 'articles', () => latestArticle(market))
}

/** A warning if the store has no data of this kind at all; an empty window alone is not worth a warning. */
async function found<T>(
  market: ReplayMarket,
  symbol: string | undefined,
  data: readonly T[],
  what: string,
  latest: () => Promise<string | undefined>,
): Promise<Found<T>> {
  if (data.length > 0) return { data, warnings: [] }
  if (symbol !== undefined && !(await isKnown(market, symbol))) {
    throw new AppError('not_found', await nothingStored(market, symbol))
  }
  const none = (await latest()) === undefined
  return { data, warnings: none ? [`No ${what} are stored: import a file of them first.`] : [] }
}

async function isKnown(market: ReplayMarket, symbol: string): Promise<boolean> {
  const ever = { symbol, knownAt: '9999' }
  if (await market.chains.latest(symbol)) return true
  if (await market.dailyBars.latest(symbol)) return true
  if ((await market.marketSessions.sessionDates('trades', symbol)).length > 0) return true
  if ((await market.marketSessions.sessionDates('prints', symbol)).length > 0) return true
  if ((await market.marketCalendar.earnings(ever)).length > 0) return true
  if ((await market.marketCalendar.events(ever)).length > 0) return true
  return (await market.news.list({ symbol, until: '9999', limit: 1 })).length > 0
}

async function latestInstant(market: ReplayMarket): Promise<string | undefined> {
  const stored = [
    await market.dailyBars.coverage(),
    await market.marketSessions.coverage('trades'),
    await market.marketSessions.coverage('prints'),
  ]
  const instants = [
    await market.chains.latestAsOf(),
    ...stored.map(lastClose),
    await market.marketCalendar.latestKnownAt(),
    await latestArticle(market),
  ]
  return instants
    .flatMap((each) => each ?? [])
    .sort()
    .at(-1)
}

function lastClose(ranges: readonly { readonly to: string }[]): string | undefined {
  const last = ranges
    .map(({ to }) => to)
    .sort()
    .at(-1)
  const session = last === undefined ? null : sessionOn(last)
  return session ? instant(session.closeMs) : undefined
}

async function latestArticle(market: ReplayMarket): Promise<string | undefined> {
  return (await market.news.list({ until: '9999', limit: 1 }))[0]?.publishedAt
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
