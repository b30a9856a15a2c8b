import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { noSuchAlert } from './alert-input.ts'
import { AlertId } from './alert-view.ts'
import { defineOperation } from './context.ts'

export const deleteAlert = defineOperation({
  name: 'delete_alert',
  title: 'Delete an alert',
  description: 'Deletes an alert rule and its own webhook. Its notifications remain, but digests leave them out.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'DELETE', path: '/alerts/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: AlertId }),
  output: z.object({}),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, context) {
    const isRemoved = await context.store.alerts.remove(callingAccount(context).id, id)
    if (!isRemoved) throw noSuchAlert()
    return {}
  },
})
