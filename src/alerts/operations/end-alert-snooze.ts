import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { AlertId, AlertView } from './alert-view.ts'
import { changeSnooze } from './change-snooze.ts'
import { defineOperation } from './context.ts'

export const endAlertSnooze = defineOperation({
  name: 'end_alert_snooze',
  title: 'End the snooze of an alert',
  description: 'Ends the snooze of a rule now, so that its next match notifies again. Repeating it changes nothing.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'DELETE', path: '/alerts/:id/snooze', errors: ['not_found'] },
  input: z.strictObject({ id: AlertId }),
  output: AlertView,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  run: ({ id }, context) => changeSnooze(context, id, null),
})
