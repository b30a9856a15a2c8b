import { z } from 'zod'
import { NextRowCursor, RowCursor, rowPage } from '../../catalogue/row-page.ts'
import { WindowDate } from '../../catalogue/window-date.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import { daysBetween } from '../../lib/time/civil-date.ts'
import { TradingDate } from '../contract/trading-date.ts'
import { UnderlyingSymbol } from '../contract/underlying-symbol.ts'
import {
  type CalendarEvent,
  EVENT_IMPORTANCES,
  EVENT_KINDS,
  EVENT_STATUSES,
  type EventKind,
} from '../domain/calendar/calendar-event.ts'
import {
  calendarExpirations,
  earningsEvent,
  exchangeHolidays,
  listedExpirationEvents,
} from '../domain/calendar/computed-events.ts'
import { newYorkDate } from '../domain/calendar/new-york-time.ts'
import type { CalendarQuery, Found, MarketView } from '../ports/market-source.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { defineOperation } from './context.ts'
import { type DateWindow, type DefaultWindow, dateWindow, served } from './date-window.ts'
import { envelope, envelopedSelection } from './envelope.ts'
import { nullIfNotFound } from './null-if-not-found.ts'
import { orderedBounds } from './ordered-bounds.ts'

const DEFAULT_WINDOW: DefaultWindow = { before: 0, after: 30 }
const LONGEST_DAYS = 1100
const TOO_LONG = `must be at most ${LONGEST_DAYS} days after from`

const Event = z
  .object({
    id: z.string().describe('The same for the same event, also after it was moved.'),
    kind: z.enum(EVENT_KINDS).describe('What kind of event; early closes are of kind holiday.'),
    title: z.string().describe('What it is, in words.'),
    symbol: z.string().nullable().describe('Ticker; null for an event of the whole market.'),
    scheduled_at: z.iso
      .datetime()
      .describe(
        'When it takes place, UTC: a report by the open or the close of its date, an expiration as it settles.',
      ),
    known_at: z.iso.datetime().describe('Time from which it was known in this form, UTC.'),
    importance: z.enum(EVENT_IMPORTANCES).describe('How much it moves the market as a rule.'),
    status: z
      .enum(EVENT_STATUSES)
      .describe('scheduled: may still move; confirmed; released: it has happened; canceled.'),
  })
  .meta({ id: 'CalendarEvent' })

const Input = orderedBounds(
  z.object({
    symbol: UnderlyingSymbol.optional(),
    kind: z.enum(EVENT_KINDS).optional().describe('Rate decisions and other central-bank dates are fed, not macro.'),
    from: WindowDate.optional().describe(
      'First New York date, YYYY-MM-DD; by default the session, or 30 days before an earlier to.',
    ),
    to: WindowDate.optional().describe('Last New York date, YYYY-MM-DD; by default 30 days after from, at most 1100.'),
    limit: z.int().min(1).max(500).default(100).describe('Maximum number of events.'),
    cursor: RowCursor,
    date: TradingDate.optional(),
  }),
  [['from', 'to', 'before']],
).refine(({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) <= LONGEST_DAYS, {
  path: ['to'],
  error: TOO_LONG,
})

export const eventsOperation = defineOperation({
  name: 'events',
  title: 'Events',
  description:
    'Calendar of market events: macro releases, rate decisions, earnings, dividends and splits that the source has, option expirations, holidays and early closes. With a symbol only its own events, expirations as in its chain. For a past date, as known then.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  looksAhead: true,
  route: { method: 'GET', path: '/events', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(
    z.object({
      ...served,
      data: z.array(Event).describe('Events by time, then id.'),
      total: z.int().min(0).max(1_000_000).describe('Events that match, on all pages.'),
      next_cursor: NextRowCursor,
    }),
  ),
  example: { kind: 'expiration', limit: 5 },
  concise: {
    view: '20 events.',
    narrow: 'give kind, symbol, or from and to',
    table: {
      list: 'data',
      columns: ['scheduled_at', 'kind', 'title', 'symbol', 'importance', 'status'],
      maxRows: 20,
    },
  },
  foreignTexts: ['title'],
  async run({ symbol, kind, from, to, limit, cursor, date }, { viewAt }) {
    const view = await viewAt(date)
    const moment = await view.moment()
    const window = boundedWindow(dateWindow({ from, to }, moment.sessionDate, DEFAULT_WINDOW))
    const { data, warnings } = await eventsOf(view, { symbol, ...window }, kind)
    const knownBy = new Date(moment.asOfMs).toISOString()
    const known = data.filter(({ knownAt }) => knownAt <= knownBy)
    const page = rowPage(known, 2, (event) => [event.scheduledAt, event.id], { limit, cursor })
    return {
      symbol: symbol ?? null,
      ...envelope(view, { ...moment, warnings }),
      ...window,
      data: page.rows.map(({ scheduledAt, knownAt, ...event }) => ({
        ...event,
        scheduled_at: scheduledAt,
        known_at: knownAt,
      })),
      total: known.length,
      next_cursor: page.nextCursor,
    }
  },
})

/** `to` alone gives a window from the session on. */
function boundedWindow(window: DateWindow): DateWindow {
  if (daysBetween(window.from, window.to) <= LONGEST_DAYS) return window
  throw invalid([{ path: 'to', message: TOO_LONG }])
}

async function eventsOf(
  view: MarketView,
  query: CalendarQuery,
  kind: EventKind | undefined,
): Promise<Found<CalendarEvent>> {
  const wants = (each: EventKind) => kind === undefined || kind === each
  const stored = await view.events(query)
  const reports = wants('earnings') ? await view.earnings(query) : NONE
  const expirations = wants('expiration') ? await expirationsOf(view, query, kind === undefined) : NONE
  const holidays = wants('holiday') && query.symbol === undefined ? exchangeHolidays(query) : []
  const ofSource = stored.data.filter((event) => wants(event.kind))
  const named = new Set(ofSource.map(occasion))
  const computed = [...reports.data.map(earningsEvent), ...expirations.data, ...holidays]
  const onlyComputed = kind === 'holiday' || kind === 'expiration' || kind === 'earnings'
  const askedFor = kind === 'earnings' ? reports.warnings : []
  return {
    data: [...ofSource, ...computed.filter((event) => !named.has(occasion(event)))],
    warnings: [...(onlyComputed ? [] : stored.warnings), ...askedFor, ...expirations.warnings],
  }
}

const NONE = { data: [], warnings: [] }

/** What the source itself lists is not listed a second time. */
function occasion({ kind, symbol, scheduledAt }: CalendarEvent): string {
  return `${kind} ${symbol} ${newYorkDate(Date.parse(scheduledAt))}`
}

/** Beside other events, expirations whose chain cannot be had cost only themselves. */
async function expirationsOf(view: MarketView, query: CalendarQuery, isBeside: boolean): Promise<Found<CalendarEvent>> {
  const { symbol } = query
  if (symbol === undefined) return { data: calendarExpirations(query), warnings: [] }
  try {
    const chain = await nullIfNotFound(view.chain(symbol))
    if (chain) return { data: listedExpirationEvents(chain, query), warnings: [] }
    return { data: [], warnings: [`No expirations of ${symbol}: there is no chain of it.`] }
  } catch (error) {
    if (!isBeside || !(error instanceof AppError) || error.code !== 'unavailable') throw error
    return { data: [], warnings: [`${error.message} So the expirations of ${symbol} are missing.`] }
  }
}
