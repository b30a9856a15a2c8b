import { z } from 'zod'
import type { Account } from '../../domain/accounts/account.ts'
import { AppError } from '../../domain/errors.ts'
import { channelTitle, planHasChannel } from '../../domain/notifications/channels.ts'
import { accountContent } from '../../domain/notifications/contents.ts'
import { unfit } from '../../domain/notifications/first-state.ts'
import type { ChannelName } from '../../domain/notifications/notification.ts'
import { reasonWords } from '../../domain/notifications/reason.ts'
import { Channel } from '../../domain/notifications/settings.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import { ownAccount } from '../accounts/own-account.ts'
import type { Context } from '../context.ts'
import { defineOperation } from '../operation.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES, requireCapability } from './access.ts'
import { fitnessOf, isUrlChannel, newEndpoint } from './endpoint-parts.ts'
import { type SentNow, sendNow } from './send-now.ts'
import { SentAnswer } from './sent-answer.ts'

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
    if (!planHasChannel(account.plan, channel)) {
      requireCapability(callingAccount(context), 'webhook_channel', 'The webhook channel')
    }
    if (!context.notifier.channels.has(channel)) {
      throw new AppError('invalid', `${channelTitle(channel)} is not configured on this server.`)
    }
    const endpoints = await endpointsOf(context, account, channel)
    const results: SentNow[] = []
    for (const endpoint of endpoints) results.push(await sendTest(context, account, endpoint))
    const nothing: SentNow = { status: 'failed', detail: 'No address is set.' }
    return results.find(({ status }) => status === 'failed') ?? results[0] ?? nothing
  },
})

async function endpointsOf({ store, notifier, now, newId }: Context, account: Account, channel: ChannelName) {
  const known = await store.endpoints.ofAccount(account.id)
  const own = known.filter((it) => it.channel === channel && it.alertId === null)
  if (channel === 'email' && own.length === 0) {
    const made = newEndpoint(notifier.box, {
      id: newId(),
      accountId: account.id,
      channel,
      address: account.email,
      label: account.email,
      verified: true,
      at: now(),
    })
    await store.endpoints.put(made)
    own.push(made)
  }
  const fitness = fitnessOf(account, own[0])
  if (fitness === 'missing' || (fitness === 'unverified' && !isUrlChannel(channel))) {
    throw new AppError('invalid', `${reasonWords(unfit(fitness, channel), account.timeZone, now().getTime())}.`)
  }
  return own
}

/** One real message through one address. */
export function sendTest(context: Context, account: Account, endpoint: Endpoint): Promise<SentNow> {
  const { notifier, now, newId, publicUrl } = context
  const deliveryId = newId()
  const at = now().toISOString()
  const content = accountContent('Test message', 'This is a test of this channel. It works.', { test: true })
  const body = notifier.channels.get(endpoint.channel)?.freeze({
    deliveryId,
    notificationId: deliveryId,
    seq: 1,
    content,
    tradeIdea: null,
    createdAt: at,
    dueAt: at,
    timeZone: account.timeZone,
    url: `${publicUrl}/notifications`,
    unsubscribeUrl: null,
    items: [],
    moreItems: 0,
  })
  return sendNow(context, { account, endpoint, deliveryId, n: 1, cause: 'test', body: body ?? '' })
}
