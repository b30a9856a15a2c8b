import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { rotateSecret, SecretAnswer } from '../../notifications/operations/settings/webhook-secret.ts'
import { AlertId } from './alert-view.ts'
import { defineOperation } from './context.ts'

export const rotateAlertSecret = defineOperation({
  name: 'rotate_alert_secret',
  title: 'Rotate the signing secret of an alert',
  description:
    'Creates a new signing secret for the webhook of a rule. The previous one also signs for 24 hours, so that a receiver can switch.',
  capability: 'webhook_channel',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/alerts/:id/rotate_secret', errors: ['not_found'] },
  input: z.strictObject({ id: AlertId }),
  output: SecretAnswer,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  run: ({ id }, context) => rotateSecret(context, ({ alertId }) => alertId === id),
})
