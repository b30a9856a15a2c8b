import { z } from 'zod'
import { Cursor, Limit, NextCursor, page } from '../../accounts/operations/page.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { AlertView, alertView } from './alert-view.ts'
import { defineOperation } from './context.ts'

export const listAlerts = defineOperation({
  name: 'list_alerts',
  title: 'Alerts',
  description: 'The alert rules of the account, newest first, with the symbols in their cooldown period.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/alerts' },
  input: z.strictObject({ limit: Limit, cursor: Cursor }),
  output: z.object({ data: z.array(AlertView).describe('Alerts, newest first.'), next_cursor: NextCursor }),
  example: {},
  async run({ limit, cursor }, context) {
    const { store, now } = context
    const { id } = callingAccount(context)
    const { rows, nextCursor } = page(await store.alerts.ofAccount(id, { beforeId: cursor, limit: limit + 1 }), limit)
    const endpoints = new Map((await store.endpoints.ofAccount(id)).map((it) => [it.id, it]))
    const data = rows.map((rule) => alertView(store, rule, endpoints.get(rule.endpointId ?? ''), now()))
    return { data: await Promise.all(data), next_cursor: nextCursor }
  },
})
