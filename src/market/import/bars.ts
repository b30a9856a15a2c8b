/** Rows of prices as bars: which are taken, and what makes minutes a day. */

import { newYorkDate } from '../domain/calendar/new-york-time.ts'
import { sessionOn } from '../domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../domain/stocks/bar.ts'
import type { MinuteBars } from '../domain/stocks/minute-bars.ts'
import type { ReadLog } from './read-log.ts'
import type { ImportedDocument } from './reading.ts'

export interface PriceRow {
  readonly row: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface MinuteRow extends PriceRow {
  readonly startMs: number
}

const MS_PER_MINUTE = 60_000

/** A bar needs four prices above 0, with low ≤ high; otherwise the row is rejected. */
export function isBar(bar: PriceRow, log: ReadLog): boolean {
  for (const column of ['open', 'high', 'low', 'close'] as const) {
    if (bar[column] > 0) continue
    log.refuseRow(bar.row, column, String(bar[column]), 'not a price above 0')
    return false
  }
  if (bar.low <= bar.high) return true
  log.refuseRow(bar.row, 'low', `${bar.low} over ${bar.high}`, 'the low is above the high')
  return false
}

/** In date order; of two bars of one day the first is taken. */
export function dailyBarsOf(rows: readonly (PriceRow & { readonly date: string })[], log: ReadLog): DailyBar[] {
  const byDate = new Map<string, DailyBar>()
  for (const { row, date, open, high, low, close, volume } of rows) {
    if (byDate.has(date)) log.refuseRow(row, 'date', date, 'an earlier row is of the same day')
    else byDate.set(date, { date, open, high, low, close, volume })
  }
  log.taken += byDate.size
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/**
 * One table per session; of two bars of one minute, the one with more volume. If the minutes cover the whole session,
 * also a daily bar.
 */
export function minuteDocuments(symbol: string, rows: readonly MinuteRow[], log: ReadLog): ImportedDocument[] {
  const documents: ImportedDocument[] = []
  const derived: DailyBar[] = []
  for (const [sessionDate, session] of Map.groupBy(rows, ({ startMs }) => newYorkDate(startMs))) {
    const table = minuteTable(symbol, sessionDate, session, log)
    documents.push({ type: 'minute_bars', table })
    const day = dayOf(table)
    if (day) derived.push(day)
  }
  if (derived.length === 0) return documents
  log.note(`Daily bars computed from complete sessions of minute bars, used where no other exists: ${derived.length}.`)
  return [...documents, { type: 'daily_bars', symbol, bars: derived, derived: true }]
}

function minuteTable(symbol: string, sessionDate: string, session: readonly MinuteRow[], log: ReadLog): MinuteBars {
  const byMinute = new Map<number, MinuteRow>()
  for (const bar of session) {
    const known = byMinute.get(bar.startMs)
    const fuller = !known || bar.volume > known.volume ? bar : known
    byMinute.set(bar.startMs, fuller)
    if (known) log.refuseRow(bar.row, 'time', new Date(bar.startMs).toISOString(), 'another row is of the same minute')
  }
  const bars = [...byMinute.values()].sort((a, b) => a.startMs - b.startMs)
  log.taken += bars.length
  const column = (name: 'startMs' | 'open' | 'high' | 'low' | 'close' | 'volume') =>
    Float64Array.from(bars, (bar) => bar[name])
  return {
    symbol,
    sessionDate,
    count: bars.length,
    startMs: column('startMs'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}

/** Null unless the first and the last minute of regular hours are there. The volume lacks the auctions of some sources. */
function dayOf({ sessionDate, startMs, open, high, low, close, volume }: MinuteBars): DailyBar | null {
  const session = sessionOn(sessionDate)
  if (!session) return null
  const first = startMs.indexOf(session.openMs)
  const last = startMs.indexOf(session.closeMs - MS_PER_MINUTE)
  if (first < 0 || last < 0) return null
  const end = last + 1
  return {
    date: sessionDate,
    open: open[first] ?? Number.NaN,
    high: Math.max(...high.subarray(first, end)),
    low: Math.min(...low.subarray(first, end)),
    close: close[last] ?? Number.NaN,
    volume: volume.subarray(first, end).reduce((sum, size) => sum + size, 0),
  }
}
