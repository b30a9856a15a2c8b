import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { ofTheAccount, revealSecret, SecretAnswer } from './webhook-secret.ts'

export const revealWebhookSecret = defineOperation({
  name: 'reveal_webhook_secret',
  title: 'Show the signing secret',
  description: 'Shows the secret by which the receiver of the webhook channel checks signatures.',
  capability: 'webhook_channel',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notification_settings/channels/webhook/reveal_secret', errors: ['not_found'] },
  input: z.strictObject({}),
  output: SecretAnswer,
  example: {},
  run: (_input, context) => revealSecret(context, ofTheAccount),
})
