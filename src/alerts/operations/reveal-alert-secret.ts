import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { revealSecret, SecretAnswer } from '../../notifications/operations/settings/webhook-secret.ts'
import { AlertId } from './alert-view.ts'
import { defineOperation } from './context.ts'

export const revealAlertSecret = defineOperation({
  name: 'reveal_alert_secret',
  title: 'Show the signing secret of an alert',
  description: 'Shows the secret with which the receiver of a rule’s webhook verifies signatures.',
  capability: 'webhook_channel',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/alerts/:id/reveal_secret', errors: ['not_found'] },
  input: z.strictObject({ id: AlertId }),
  output: SecretAnswer,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  run: ({ id }, context) => revealSecret(context, ({ alertId }) => alertId === id),
})
