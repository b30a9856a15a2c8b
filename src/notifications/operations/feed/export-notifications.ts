import { z } from 'zod'
import { planTitle, REQUIRED_PLAN } from '../../../accounts/domain/plan.ts'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { bareRecord } from '../../domain/notification-record.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { filterOf, filterShape } from './list-input.ts'

/** As many as a spreadsheet is opened for; more are reached by narrower dates. */
const MAX_ROWS = 10_000

const DETAILS = [
  'alert_name',
  'activity_type',
  'option_type',
  'strike',
  'expiration_date',
  'premium',
  'unusual_score',
  'side_label',
  'dte',
  'size',
  'triggered_at',
] as const

const COLUMNS = ['created_at', 'type', 'priority', 'status', 'symbol', 'title', 'body', ...DETAILS, 'id']

export const exportNotifications = defineOperation({
  name: 'export_notifications',
  title: 'Export notifications as CSV',
  description: `Notifications as CSV (RFC 4180), newest first, with the filters of the list; at most the 10,000 newest. Cells that a spreadsheet would evaluate are escaped. Needs ${planTitle(REQUIRED_PLAN.notification_export)}.`,
  capability: 'notification_export',
  scope: 'export',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/notifications/export.csv', answers: 'csv' },
  input: z.strictObject(filterShape),
  output: z.object({
    data: z.array(z.record(z.string(), z.unknown())).describe('One row for each notification.'),
  }),
  example: { date: 'last_7_days' },
  csv: ({ data }) => ({ columns: COLUMNS, rows: data }),
  async run(filters, context) {
    const { store, now } = context
    const account = await ownAccount(context)
    const filter = filterOf(filters, account.timeZone, now())
    const found = await store.notifications.list(account.id, filter, { limit: MAX_ROWS })
    return {
      data: found.map((it) => {
        const { details, ...record } = bareRecord(it)
        return { ...record, ...Object.fromEntries(DETAILS.map((name) => [name, details[name] ?? null])) }
      }),
    }
  },
})
