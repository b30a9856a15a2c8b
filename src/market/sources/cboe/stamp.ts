/**
 * The instant that a delayed document describes. `timestamp` is its creation time, and `last_trade_time` the New York
 * time of its latest trade; quotes are as of 15 minutes before the timestamp, or of the last trade if that is later.
 */

import { isCivilDate } from '../../../lib/time/civil-date.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { newYorkDate, newYorkInstant } from '../../domain/calendar/new-york-time.ts'
import { VendorFailure } from '../vendor-failure.ts'

export const DELAY_MS = 15 * 60_000
/** Clocks differ; a document of the future is a lie. */
const TOLERANCE_MS = 5 * 60_000
const DATE_TIME = /^(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?$/

/**
 * Epoch milliseconds of the stamp. It is mostly in UTC; a stamp that would lie before trades of its own document is
 * taken as New York time, in which it has been seen too. A stamp without a date is of the day of the last trade.
 */
export function stampMs(timestamp: string, lastTradeMs: number, nowMs: number): number {
  const match = DATE_TIME.exec(timestamp.trim())
  const [, named, hour, minute, second] = match ?? []
  const clock = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000
  if (!match || !(clock < DAY_MS) || (named !== undefined && !isCivilDate(named))) throw unreadable()
  const anchor = Number.isNaN(lastTradeMs) ? nowMs : lastTradeMs
  const utc = named === undefined ? onDayOf(anchor, clock) : Date.parse(`${named}T00:00:00Z`) + clock
  const local = newYorkInstant(named ?? newYorkDate(anchor), 0) + clock
  const ms = utc < lastTradeMs ? local : utc
  if (ms <= nowMs + TOLERANCE_MS) return ms
  throw new VendorFailure('changed_shape', 'The data of Cboe are stamped in the future.')
}

/** New York wall time with or without fractions; NaN when missing or unreadable. */
export function tradeMs(text: string | null | undefined): number {
  const match = DATE_TIME.exec(text?.trim() ?? '')
  const [, date, hour, minute, second] = match ?? []
  if (!match || date === undefined || !isCivilDate(date) || Number(hour) > 23) return Number.NaN
  return newYorkInstant(date, Number(hour) * 60 + Number(minute)) + Number(second) * 1000
}

/** The instant that the quotes describe. */
export function describedMs(stampedMs: number, lastTradeMs: number): number {
  const delayed = stampedMs - DELAY_MS
  return lastTradeMs > delayed && lastTradeMs <= stampedMs ? lastTradeMs : delayed
}

function onDayOf(anchorMs: number, clock: number): number {
  const sameDay = Math.floor(anchorMs / DAY_MS) * DAY_MS + clock
  // A time of the clock shortly after midnight UTC is of the day after the last trade.
  return sameDay < anchorMs ? sameDay + DAY_MS : sameDay
}

function unreadable(): VendorFailure {
  return new VendorFailure(
    'changed_shape',
    'Cboe answers in another form than it used to: the field timestamp cannot be read.',
  )
}
