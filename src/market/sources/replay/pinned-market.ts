import { addDays } from '../../../lib/time/civil-date.ts'
import { newYorkDate } from '../../domain/calendar/new-york-time.ts'
import { lastFinishedSession } from '../../domain/calendar/trading-calendar.ts'
import type { ReplayMarket } from './stored-market.ts'

type Sessions = ReplayMarket['marketSessions']

/**
 * What was stored of the market at an instant (Unix milliseconds): chains up to it, bars and metrics of sessions that had
 * ended, trades executed by then, and what was public. Of everything later there is nothing, so whatever reads this
 * cannot know it.
 */
export function pinnedMarket(market: ReplayMarket, atMs: number): ReplayMarket {
  const at = new Date(atMs).toISOString()
  const today = newYorkDate(atMs)
  const finished = lastFinishedSession(atMs)
  const notAfter = (text: string) => (text < at ? text : at)
  return {
    chains: pinnedChains(market.chains, { at, today }),
    dailyBars: {
      range: (symbol, range) => market.dailyBars.range(symbol, { ...range, to: earlier(range.to, finished) }),
      latest: (symbol, date) => market.dailyBars.latest(symbol, earlier(date, finished)),
      coverage: async () => within(await market.dailyBars.coverage(), finished),
    },
    dailyMetrics: {
      history: (symbol, method, { from, before }) =>
        market.dailyMetrics.history(symbol, method, { from, before: earlier(before, addDays(finished, 1)) }),
    },
    corporateActions: {
      known: (symbol, atOrBefore) => market.corporateActions.known(symbol, notAfter(atOrBefore)),
      tickerPeriods: async (symbol) =>
        (await market.corporateActions.tickerPeriods(symbol)).filter(({ from }) => from <= today),
    },
    interestRates: { latest: (knownAt, from) => market.interestRates.latest(notAfter(knownAt), from) },
    marketSessions: pinnedSessions(market, { atMs, today, finished }),
    marketCalendar: {
      earnings: (query) => market.marketCalendar.earnings({ ...query, knownAt: notAfter(query.knownAt) }),
      events: (query) => market.marketCalendar.events({ ...query, knownAt: notAfter(query.knownAt) }),
      latestKnownAt: async () => mapped(await market.marketCalendar.latestKnownAt(), notAfter),
    },
    news: { list: (query) => market.news.list({ ...query, until: notAfter(query.until) }) },
  }
}

function pinnedChains(
  chains: ReplayMarket['chains'],
  { at, today }: { readonly at: string; readonly today: string },
): ReplayMarket['chains'] {
  const dates = async (symbol: string) => {
    const stored = (await chains.sessionDates(symbol)).filter((date) => date <= today)
    // The first chain of the running session may be later.
    const last = stored.at(-1)
    return last === today && !(await chains.latest(symbol, today, at)) ? stored.slice(0, -1) : stored
  }
  return {
    latest: (symbol, sessionDate) => chains.latest(symbol, sessionDate, at),
    load: (id) => chains.load(id),
    sessionDates: dates,
    // The market is at the instant, however long ago its last chain was.
    latestAsOf: async () => at,
    coverage: async () => within(await chains.coverage(), today),
  }
}

function pinnedSessions(
  { marketSessions: sessions, chains }: ReplayMarket,
  { atMs, today, finished }: { readonly atMs: number; readonly today: string; readonly finished: string },
): Sessions {
  return {
    heads: (kind, symbol, { from, to }) => sessions.heads(kind, symbol, { from, to: earlier(to, today) }),
    async load(kind, symbol, sessionDate) {
      if (sessionDate > today) return undefined
      const stored = await sessions.load(kind, symbol, sessionDate)
      return stored && { ...stored, table: executedBy(stored.table, atMs) }
    },
    async sessionDates(kind, symbol) {
      const stored = await sessions.sessionDates(kind, symbol)
      // Without a chain the instant of a session is its close, which is still to come today.
      const hasChain = stored.includes(today) && (await chains.latest(symbol, today, new Date(atMs).toISOString()))
      return stored.filter((date) => date <= (hasChain ? today : finished))
    },
    coverage: async (kind) => within(await sessions.coverage(kind), finished),
  }
}

/** The rows that were executed by an instant. A column is a list with an entry for each row. */
function executedBy<Table extends { readonly count: number; readonly executedAtMs: Float64Array }>(
  table: Table,
  atMs: number,
): Table {
  const isKept = [...table.executedAtMs].map((ms) => ms <= atMs)
  const count = isKept.filter(Boolean).length
  if (count === table.count) return table
  const columns = Object.entries(table).map(([name, column]) => [
    name,
    isColumn(column) ? column.filter((_, row) => isKept[row]) : column,
  ])
  return { ...table, ...Object.fromEntries(columns), count }
}

interface Column {
  filter(isKept: (value: unknown, row: number) => boolean | undefined): unknown
}

function isColumn(value: unknown): value is Column {
  return Array.isArray(value) || ArrayBuffer.isView(value)
}

function within<Range extends { readonly from: string; readonly to: string }>(
  ranges: readonly Range[],
  last: string,
): readonly Range[] {
  return ranges.filter(({ from }) => from <= last).map((range) => ({ ...range, to: earlier(range.to, last) }))
}

function earlier(date: string | undefined, last: string): string {
  return date === undefined || date > last ? last : date
}

function mapped(text: string | undefined, change: (text: string) => string): string | undefined {
  return text === undefined ? undefined : change(text)
}
