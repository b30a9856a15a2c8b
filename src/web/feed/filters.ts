/** The filters of the list of notifications, as the address of the page holds them. */
import { isCivilDate } from '../../lib/civil-date.ts'
import type { NotificationFilter } from './rows.ts'

export const TABS = [
  ['', 'All'],
  ['custom_alert', 'Alerts'],
  ['unusual_activity', 'Unusual'],
  ['whale_trade', 'Whales'],
  ['system', 'System'],
] as const

export const DATES = [
  ['', 'Any time'],
  ['today', 'Today'],
  ['last_7_days', 'Last 7 days'],
  ['last_30_days', 'Last 30 days'],
  ['custom', 'Custom…'],
] as const

export const STATUSES = [
  ['', 'Read and unread'],
  ['unread', 'Unread'],
  ['read', 'Read'],
] as const

/** What the address asks for; what it cannot mean is left out. */
export function filterOf(query: Readonly<Record<string, string | undefined>>): NotificationFilter {
  const type = chosen(TABS, query['type'])
  const date = chosen(DATES, query['date'])
  const status = chosen(STATUSES, query['status'])
  const symbol = query['symbol']?.trim().toUpperCase()
  return {
    ...(type && { type }),
    ...(status && { status }),
    ...(symbol && { symbol }),
    ...(date && date !== 'custom' && { date }),
    ...(date === 'custom' && customRange(query['from'], query['to'])),
  }
}

/** A range without an end is open; one without both is none. */
function customRange(from: string | undefined, to: string | undefined): NotificationFilter {
  const given = { ...(from && isCivilDate(from) && { from }), ...(to && isCivilDate(to) && { to }) }
  return Object.keys(given).length === 0 ? {} : { date: 'custom', ...given }
}

function chosen<Value extends string>(
  choices: readonly (readonly [Value, string])[],
  text: string | undefined,
): Value | undefined {
  return choices.find(([value]) => value !== '' && value === text)?.[0]
}
