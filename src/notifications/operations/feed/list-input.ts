import { z } from 'zod'
import { WindowDate } from '../../../catalogue/window-date.ts'
import { invalid } from '../../../lib/errors.ts'
import { addDays, dateOfDay, dayNumber } from '../../../lib/time/civil-date.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { zoneTime } from '../../../lib/time/zone-time.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import type { NotificationType } from '../../domain/notification.ts'
import { NOTIFICATION_TYPES } from '../../domain/notification.ts'
import type { NotificationFilter } from '../../store/notification-filter.ts'
import { Id } from './id-input.ts'

/** The filters of the list, which the export takes too. */
export const filterShape = {
  type: z
    .enum([...NOTIFICATION_TYPES, 'system'])
    .optional()
    .describe('Kind of notification; system is system_update and account together.'),
  date: z
    .enum(['today', 'last_7_days', 'last_30_days', 'custom'])
    .optional()
    .describe('Days of the time zone of the account, today included; custom takes from and to.'),
  from: WindowDate.optional().describe('First day of a custom range, YYYY-MM-DD.'),
  to: WindowDate.optional().describe('Last day of a custom range, YYYY-MM-DD.'),
  status: z.enum(['all', 'unread', 'read']).default('all').describe('Unread, read or both.'),
  symbol: UnderlyingSymbol.optional(),
  alert_id: Id.optional().describe('Only notifications that this alert rule raised.'),
  archived: z.boolean().default(false).describe('The archived notifications instead of those of the list.'),
}

const Filter = z.object(filterShape)
type Filter = z.output<typeof Filter>

const LAST_DAYS = { today: 1, last_7_days: 7, last_30_days: 30 } as const

export function filterOf(input: Filter, timeZone: string, now: Date): NotificationFilter {
  return {
    types: input.type === undefined ? undefined : typesOf(input.type),
    status: input.status === 'all' ? undefined : input.status,
    symbol: input.symbol,
    alertId: input.alert_id,
    archived: input.archived,
    ...rangeOf(input, timeZone, now),
  }
}

function typesOf(type: NotificationType | 'system'): readonly NotificationType[] {
  return type === 'system' ? ['system_update', 'account'] : [type]
}

function rangeOf(input: Filter, timeZone: string, now: Date): Pick<NotificationFilter, 'since' | 'until'> {
  const { date, from, to } = input
  if (date === 'custom') return customRange(input, timeZone)
  const given = Object.entries({ from, to }).filter(([, value]) => value !== undefined)
  if (given.length > 0) throw invalid(given.map(([path]) => ({ path, message: 'needs date=custom' })))
  if (date === undefined) return {}
  const today = dateOfDay(Math.floor((now.getTime() + zoneTime(timeZone).offsetMs(now.getTime())) / DAY_MS))
  return { since: startOf(addDays(today, 1 - LAST_DAYS[date]), timeZone) }
}

function customRange({ from, to }: Filter, timeZone: string): Pick<NotificationFilter, 'since' | 'until'> {
  if (from === undefined && to === undefined) {
    throw invalid([{ path: 'from', message: 'is required with date=custom, or to' }])
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid([{ path: 'to', message: 'must not lie before from' }])
  }
  return {
    ...(from !== undefined && { since: startOf(from, timeZone) }),
    ...(to !== undefined && { until: endOf(to, timeZone) }),
  }
}

/** The first instant after a date on the wall clock of a zone. */
export function endOf(date: string, timeZone: string): string {
  return startOf(addDays(date, 1), timeZone)
}

/** The first instant of a date on the wall clock of a zone. */
function startOf(date: string, timeZone: string): string {
  return new Date(zoneTime(timeZone).instantOf(dayNumber(date) * DAY_MS).ms).toISOString()
}
