import { z } from 'zod'
import type { Account } from '../../../accounts/domain/account.ts'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { Channel } from '../../contract/settings.ts'
import type { ChannelName } from '../../domain/notification.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES, requireChannel } from '../access.ts'
import type { NotificationContext } from '../context.ts'
import { defineOperation } from '../context.ts'
import { requireDeliverable } from '../deliveries/require-deliverable.ts'
import { type SentNow, sendNow } from '../deliveries/send-now.ts'
import { SentAnswer } from '../deliveries/sent-answer.ts'
import { newEndpoint } from './endpoint-parts.ts'
import { testMessage } from './test-message.ts'

export const testNotificationChannel = defineOperation({
  name: 'test_notification_channel',
  title: 'Test a channel',
  description:
    'Really sends one test message through a channel and says what came of it. It counts against the limits of the plan. A test that works enables a URL that was just set, and an address that had been disabled. A program that takes trade ideas alone answers a test with 422: that enables its webhook too.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notification_settings/channels/:channel/test', errors: ['forbidden'] },
  input: z.strictObject({ channel: Channel }),
  output: SentAnswer,
  example: { channel: 'email' },
  async run({ channel }, context) {
    const account = await ownAccount(context)
    requireChannel(callingAccount(context), channel)
    const endpoints = await endpointsOf(context, account, channel)
    const results: SentNow[] = []
    for (const endpoint of endpoints) results.push(await sendTest(context, account, endpoint))
    const nothing: SentNow = { status: 'failed', detail: 'No address is set.' }
    return results.find(({ status }) => status === 'failed') ?? results[0] ?? nothing
  },
})

/** Those of the account, if the policy allows a test; the account's own e-mail address is added where it is missing. */
async function endpointsOf(context: NotificationContext, account: Account, channel: ChannelName) {
  const { store, notifier, now, newId } = context
  const known = await store.endpoints.ofAccount(account.id)
  const own = known.filter((it) => it.channel === channel && it.alertId === null)
  const isNew = channel === 'email' && own.length === 0
  if (isNew) {
    const address = { accountId: account.id, channel, address: account.email, label: account.email }
    own.push(newEndpoint(notifier.box, { ...address, id: newId(), verified: true, at: now() }))
  }
  const endpoint = own[0]
  requireDeliverable(context, { stage: 'test', account, channel, endpoint })
  if (isNew && endpoint) await store.endpoints.put(endpoint)
  return own
}

/** One real message through one address. */
export function sendTest(context: NotificationContext, account: Account, endpoint: Endpoint): Promise<SentNow> {
  const { notifier, now, newId, publicUrl } = context
  const deliveryId = newId()
  const message = testMessage({ deliveryId, at: now(), timeZone: account.timeZone, publicUrl })
  const body = notifier.channels.get(endpoint.channel)?.freeze(message)
  return sendNow(context, { stage: 'test', account, endpoint, deliveryId, n: 1, body: body ?? '' })
}
