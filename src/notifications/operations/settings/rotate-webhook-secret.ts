import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { ofTheAccount, rotateSecret, SecretAnswer } from './webhook-secret.ts'

export const rotateWebhookSecret = defineOperation({
  name: 'rotate_webhook_secret',
  title: 'Rotate the signing secret',
  description:
    'Makes a new signing secret for the webhook channel. The one before signs too for 24 hours, so that a receiver can change over.',
  capability: 'webhook_channel',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notification_settings/channels/webhook/rotate_secret', errors: ['not_found'] },
  input: z.strictObject({}),
  output: SecretAnswer,
  example: {},
  run: (_input, context) => rotateSecret(context, ofTheAccount),
})
