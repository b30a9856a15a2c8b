import { isCivilDate } from '../../../lib/time/civil-date.ts'
import { isTradingDay } from '../../domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import { takenBy } from '../vendor-answer.ts'
import { VendorFailure } from '../vendor-failure.ts'
import { HistoryDocument, HistoryRow } from './schema.ts'

export interface ParsedHistory {
  /** In date order, one per trading day. */
  readonly bars: readonly DailyBar[]
  readonly refusedRows: number
}

/** Days without four prices, and days on which the exchange was closed, are left out. */
export function parseHistory(body: unknown): ParsedHistory {
  const { data } = takenBy(HistoryDocument, body, 'Cboe')
  const byDate = new Map<string, DailyBar>()
  let refusedRows = 0
  for (const row of data) {
    const bar = barOf(row)
    if (bar === null) refusedRows++
    else if (isTradingDay(bar.date)) byDate.set(bar.date, bar)
  }
  if (refusedRows > byDate.size) {
    throw new VendorFailure('changed_shape', 'The history of Cboe cannot be read as daily prices any more.')
  }
  return { bars: [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1)), refusedRows }
}

function barOf(row: unknown): DailyBar | null {
  const read = HistoryRow.safeParse(row)
  if (!read.success) return null
  const { date: text, open, high, low, close, volume } = read.data
  const date = text.slice(0, 10)
  if (!isCivilDate(date) || !open || !high || !low || !close) return null
  if (!(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close))) return null
  // Indices have a zero where a volume would be.
  return { date, open, high, low, close, volume: volume && volume > 0 ? volume : Number.NaN }
}
