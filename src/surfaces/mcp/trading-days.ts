import { sessionOn, tradingDayBefore, tradingDaysBetween } from '../../domain/market/trading-calendar.ts'
import { addDays } from '../../lib/civil-date.ts'
import type { Context } from '../../operations/context.ts'

const SESSIONS_BEFORE = 60
const DAYS_AHEAD = 30

/** Which dates a tool's `date` may be: sessions before the present one, and for which of them data are stored. */
export async function tradingDays({ market, viewAt }: Context) {
  const view = await viewAt()
  const { sessionDate, asOfMs } = await view.moment()
  const listings = await market.listings()
  const sessions = tradingDaysBetween(tradingDayBefore(sessionDate, SESSIONS_BEFORE), addDays(sessionDate, DAYS_AHEAD))
  return {
    as_of: new Date(asOfMs).toISOString(),
    session_date: sessionDate,
    source: market.name,
    options_from: least(listings.map(({ optionsFrom }) => optionsFrom)),
    options_to: most(listings.map(({ optionsTo }) => optionsTo)),
    bars_from: least(listings.map(({ barsFrom }) => barsFrom)),
    bars_to: most(listings.map(({ barsTo }) => barsTo)),
    past: sessions.filter((date) => date < sessionDate),
    upcoming: sessions.filter((date) => date > sessionDate),
    early_closes: sessions.filter((date) => sessionOn(date)?.earlyClose),
  }
}

function least(dates: readonly (string | null)[]): string | null {
  return known(dates).at(0) ?? null
}

function most(dates: readonly (string | null)[]): string | null {
  return known(dates).at(-1) ?? null
}

function known(dates: readonly (string | null)[]): string[] {
  return dates.filter((date) => date !== null).sort()
}
