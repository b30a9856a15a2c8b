import { z } from 'zod'
import { AppError, invalid } from '../../domain/errors.ts'
import { planHasChannel } from '../../domain/notifications/channels.ts'
import { unfit } from '../../domain/notifications/first-state.ts'
import { reasonWords } from '../../domain/notifications/reason.ts'
import { Channel } from '../../domain/notifications/settings.ts'
import { ownAccount } from '../accounts/own-account.ts'
import { defineOperation } from '../operation.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES, requireCapability } from './access.ts'
import { fitnessOf } from './endpoint-parts.ts'

const MOST_DAYS = 7
const MOST_ROWS = 1_000
const DAY_MS = 86_400_000

/** After an endpoint was repaired: what it missed. Each gets one attempt, under the limits of the plan. */
export const redeliverFailed = defineOperation({
  name: 'redeliver_failed',
  title: 'Send again what failed',
  description: `Puts deliveries of a channel that have failed since an instant back into the queue, for one attempt each with the same bytes under the same id, the oldest first. At most ${MOST_DAYS} days back and ${MOST_ROWS} deliveries a call; each counts against the limits of the plan. Left out: trade ideas whose session has ended, messages that may have been sent, and rules' own webhook addresses.`,
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: {
    method: 'POST',
    path: '/notification_settings/channels/:channel/redeliver_failed',
    errors: ['forbidden'],
  },
  input: z.strictObject({
    channel: Channel,
    since: z.iso.datetime({ offset: true }).describe(`From when on, at most ${MOST_DAYS} days ago.`),
  }),
  output: z.object({ queued: z.int().min(0).max(MOST_ROWS).describe('Deliveries that will be sent again.') }),
  example: { channel: 'webhook', since: '2026-11-20T09:30:00Z' },
  async run({ channel, since }, context) {
    const { store, notifier, now } = context
    const account = await ownAccount(context)
    if (!planHasChannel(account.plan, channel)) {
      requireCapability(callingAccount(context), 'webhook_channel', 'The webhook channel')
    }
    const at = now()
    const from = new Date(since)
    if (from.getTime() > at.getTime() || at.getTime() - from.getTime() > MOST_DAYS * DAY_MS) {
      throw invalid([{ path: 'since', message: `must lie within the last ${MOST_DAYS} days` }])
    }
    const known = await store.endpoints.ofAccount(account.id)
    const own = known.filter((it) => it.channel === channel && it.alertId === null)
    const usable = own.filter((it) => fitnessOf(account, it) === 'usable')
    if (usable.length === 0) {
      const words = reasonWords(unfit(fitnessOf(account, own[0]), channel), account.timeZone, at.getTime())
      throw new AppError('invalid', `${words}.`)
    }
    const endpointIds = usable.map(({ id }) => id)
    const queued = await store.transaction(({ deliveries }) =>
      deliveries.queueFailed({ accountId: account.id, channel, endpointIds }, { since: from, limit: MOST_ROWS, at }),
    )
    notifier.wake()
    return { queued }
  },
})
