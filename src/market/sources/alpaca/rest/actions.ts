/** Splits and dividends of the symbols of the service, and days on which the market is closed against the rules. */

import { addDays } from '../../../../lib/time/civil-date.ts'
import type { CalendarEvent } from '../../../domain/calendar/calendar-event.ts'
import { newYorkDate, newYorkInstant } from '../../../domain/calendar/new-york-time.ts'
import { sessionOn, tradingDaysBetween } from '../../../domain/calendar/trading-calendar.ts'
import type { CorporateAction } from '../../../domain/stocks/corporate-action.ts'
import { symbolOfSpelling } from '../../known-symbols.ts'
import { type AlpacaRest, eachPage, one, RowReader } from './rest.ts'
import { ActionPage, Calendar, Dividend, SpinOff, Split } from './schema.ts'

const FIRST_DATE = '2016-01-01'
const DAYS_AHEAD = 180
const CALENDAR_DAYS = 60
const ROWS_A_PAGE = 1_000
const OPEN_MINUTE = 9 * 60 + 30
const TYPES = 'forward_split,reverse_split,stock_dividend,cash_dividend,spin_off'

/** A part of a company that its holders get as a stock of its own: what is left is worth less, which adjusts no price here. */
export interface SpinOffAction {
  readonly symbol: string
  readonly newSymbol: string
  readonly exDate: string
}

export interface Actions {
  /** In order of time. */
  readonly known: readonly CorporateAction[]
  readonly spinOffs: readonly SpinOffAction[]
}

export const NO_ACTIONS: Actions = { known: [], spinOffs: [] }

/**
 * The vendor does not say when an action was announced, so it counts as known from its ex-date, and one that is still
 * to come from now on.
 */
export async function fetchActions(rest: AlpacaRest, symbols: readonly string[]): Promise<Actions> {
  const nowMs = rest.clock.nowMs()
  const splits = new RowReader(Split)
  const dividends = new RowReader(Dividend)
  const parted = new RowReader(SpinOff)
  const spinOffs: SpinOffAction[] = []
  const actions: CorporateAction[] = []
  const add = (kind: CorporateAction['kind'], { symbol, ex_date: exDate }: Dated, value: number) => {
    const knownMs = Math.min(newYorkInstant(exDate, OPEN_MINUTE), nowMs)
    actions.push({ symbol: symbolOfSpelling(symbol), kind, exDate, value, knownAt: new Date(knownMs).toISOString() })
  }
  const query = {
    symbols: symbols.join(','),
    types: TYPES,
    start: FIRST_DATE,
    end: addDays(newYorkDate(nowMs), DAYS_AHEAD),
    limit: ROWS_A_PAGE,
  }
  await eachPage(rest.data, { path: '/v1/corporate-actions', query }, ActionPage, ({ corporate_actions: found }) => {
    const rows = (...kinds: string[]) => kinds.flatMap((kind) => found[kind] ?? [])
    for (const split of readable(splits, rows('forward_splits', 'reverse_splits'))) {
      add('split', split, split.new_rate / split.old_rate)
    }
    // A dividend in shares changes what a share is, as a split does.
    for (const paid of readable(dividends, rows('stock_dividends'))) add('split', paid, 1 + paid.rate)
    for (const paid of readable(dividends, rows('cash_dividends'))) add('dividend', paid, paid.rate)
    for (const { source_symbol: source, new_symbol: part, ex_date: exDate } of readable(parted, rows('spin_offs'))) {
      spinOffs.push({ symbol: symbolOfSpelling(source), newSymbol: symbolOfSpelling(part), exDate })
    }
  })
  parted.finish(rest.health, 'spin-offs')
  splits.finish(rest.health, 'splits')
  dividends.finish(rest.health, 'dividends')
  return { known: actions.sort((a, b) => (a.exDate < b.exDate ? -1 : 1)), spinOffs }
}

interface Dated {
  readonly symbol: string
  readonly ex_date: string
}

function readable<T>(reader: RowReader<T>, rows: readonly unknown[]): T[] {
  return rows.flatMap((row) => reader.read(row) ?? [])
}

export function eventsOf(actions: readonly CorporateAction[]): CalendarEvent[] {
  return actions.map(({ symbol, kind, exDate, value, knownAt }) => ({
    id: `alpaca:${kind}:${symbol}:${exDate}`,
    kind,
    title:
      kind === 'split' ? splitTitle(symbol, value) : `${symbol} trades without its dividend of ${value} USD a share`,
    symbol,
    scheduledAt: instantOn(exDate, OPEN_MINUTE),
    knownAt,
    importance: kind === 'split' ? 'high' : 'low',
    status: 'confirmed',
  }))
}

function splitTitle(symbol: string, value: number): string {
  const [shares, per] = value >= 1 ? [value, 1] : [1, 1 / value]
  const rounded = (amount: number) => Math.round(amount * 10_000) / 10_000
  return `${symbol} splits ${rounded(shares)} for ${rounded(per)}`
}

/** Where the vendor's calendar has the market closed, or closed sooner, against the rules, as on days of mourning. */
export async function fetchClosures(rest: AlpacaRest): Promise<readonly CalendarEvent[]> {
  const nowMs = rest.clock.nowMs()
  const start = newYorkDate(nowMs)
  const end = addDays(start, CALENDAR_DAYS)
  const days = await one(rest.trading, { path: '/v2/calendar', query: { start, end } }, Calendar)
  if (days.length === 0) return []
  const closes = new Map(days.map(({ date, close }) => [date, close]))
  const knownAt = new Date(nowMs).toISOString()
  return tradingDaysBetween(start, end).flatMap((date) => closureOn(date, closes.get(date), knownAt) ?? [])
}

/** Null for a day that is as the rules have it. */
function closureOn(date: string, close: string | undefined, knownAt: string): CalendarEvent | null {
  const day = { kind: 'holiday', symbol: null, knownAt, importance: 'high', status: 'confirmed' } as const
  if (close === undefined) {
    const title = 'The market is closed, beyond the regular holidays'
    return { ...day, id: `alpaca:holiday:${date}`, title, scheduledAt: instantOn(date, OPEN_MINUTE) }
  }
  const [hours = Number.NaN, minutes = Number.NaN] = close.split(':').map(Number)
  const scheduledAt = instantOn(date, 60 * hours + minutes)
  const ruleMs = sessionOn(date)?.closeMs ?? Number.NaN
  if (!(Date.parse(scheduledAt) < ruleMs)) return null
  const title = `The market closes early, at ${close} New York, beyond the regular half-days`
  return { ...day, id: `alpaca:early_close:${date}`, title, scheduledAt }
}

function instantOn(date: string, minute: number): string {
  return new Date(newYorkInstant(date, minute)).toISOString()
}
