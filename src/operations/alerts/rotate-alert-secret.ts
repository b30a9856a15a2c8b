import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../notifications/access.ts'
import { rotateSecret, SecretAnswer } from '../notifications/webhook-secret.ts'
import { defineOperation } from '../operation.ts'
import { AlertId } from './alert-view.ts'

export const rotateAlertSecret = defineOperation({
  name: 'rotate_alert_secret',
  title: 'Rotate the signing secret of an alert',
  description:
    'Makes a new signing secret for the webhook of a rule. The one before signs too for 24 hours, so that a receiver can change over.',
  capability: 'webhook_channel',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/alerts/:id/rotate_secret', errors: ['not_found'] },
  input: z.strictObject({ id: AlertId }),
  output: SecretAnswer,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  run: ({ id }, context) => rotateSecret(context, ({ alertId }) => alertId === id),
})
