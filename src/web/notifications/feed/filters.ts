/** The filters of the notification list in the URL of the page. */
import { isCivilDate } from '../../../lib/time/civil-date.ts'
import type { NotificationFilter } from './notification-reducer.ts'

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

/** The filters of the URL; invalid values are ignored. */
export function filterOf(query: Readonly<Record<string, string | undefined>>): NotificationFilter {
  const type = chosen(TABS, query['type'])
  const date = chosen(DATES, query['date'])
  const status = chosen(STATUSES, query['status'])
  const symbol = query['symbol']?.trim().toUpperCase()
  return {
    ...(type && { type }),
    ...(status && { status }),
    ...(symbol && { symbol }),
    ...(query['alert'] && { alert_id: query['alert'] }),
    ...(query['archived'] === 'yes' && { archived: true }),
    ...(date && date !== 'custom' && { date }),
    ...(date === 'custom' && customRange(query['from'], query['to'])),
  }
}

/** A range with one bound is open; without bounds there is none. */
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
