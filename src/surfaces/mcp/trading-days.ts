import { addDays } from '../../lib/time/civil-date.ts'
import { sessionOn, tradingDayBefore, tradingDaysBetween } from '../../market/domain/calendar/trading-calendar.ts'
import type { MarketContext } from '../../market/operations/context.ts'

const SESSIONS_BEFORE = 60
const DAYS_AHEAD = 30

/** The values of a tool's `date`: sessions before the current one, and the dates with stored data. */
export async function tradingDays({ market, viewAt }: MarketContext) {
  const view = await viewAt()
  const { sessionDate, asOfMs } = await view.moment()
  const listings = await market.listings()
  const sessions = tradingDaysBetween(tradingDayBefore(sessionDate, SESSIONS_BEFORE), addDays(sessionDate, DAYS_AHEAD))
  return {
    as_of: new Date(asOfMs).toISOString(),
    session_date: sessionDate,
    source: market.name,
    options_from: earliest(listings.map(({ optionsFrom }) => optionsFrom)),
    options_to: latest(listings.map(({ optionsTo }) => optionsTo)),
    bars_from: earliest(listings.map(({ barsFrom }) => barsFrom)),
    bars_to: latest(listings.map(({ barsTo }) => barsTo)),
    past: sessions.filter((date) => date < sessionDate),
    upcoming: sessions.filter((date) => date > sessionDate),
    early_closes: sessions.filter((date) => sessionOn(date)?.earlyClose),
  }
}

function earliest(dates: readonly (string | null)[]): string | null {
  return sortedDates(dates).at(0) ?? null
}

function latest(dates: readonly (string | null)[]): string | null {
  return sortedDates(dates).at(-1) ?? null
}

function sortedDates(dates: readonly (string | null)[]): string[] {
  return dates.filter((date) => date !== null).sort()
}
