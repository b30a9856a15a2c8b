import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { noSuchAlert } from './alert-input.ts'
import { AlertId, AlertView, alertView } from './alert-view.ts'
import { defineOperation } from './context.ts'

export const showAlert = defineOperation({
  name: 'show_alert',
  title: 'Alert',
  description: 'One alert rule of the account, with the symbols in their cooldown period.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/alerts/:id', errors: ['not_found'] },
  input: z.strictObject({ id: AlertId }),
  output: AlertView,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, context) {
    const { store, now } = context
    const rule = await store.alerts.byId(callingAccount(context).id, id)
    if (!rule) throw noSuchAlert()
    const [endpoint] = await store.endpoints.byIds(rule.endpointId === null ? [] : [rule.endpointId])
    return alertView(store, rule, endpoint, now())
  },
})
