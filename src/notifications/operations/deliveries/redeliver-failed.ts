import { z } from 'zod'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { invalid } from '../../../lib/errors.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { Channel } from '../../contract/settings.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES, requireChannel } from '../access.ts'
import { defineOperation } from '../context.ts'
import { fitnessOf } from '../settings/endpoint-parts.ts'
import { requireDeliverable } from './require-deliverable.ts'

const MAX_DAYS = 7
const MAX_ROWS = 1_000

/** For an endpoint that works again: each delivery that it missed gets one attempt, within the limits of the plan. */
export const redeliverFailed = defineOperation({
  name: 'redeliver_failed',
  title: 'Send again what failed',
  description: `Puts deliveries of a channel that have failed since an instant back into the queue, for one attempt each with the same bytes under the same id, the oldest first. At most ${MAX_DAYS} days back and ${MAX_ROWS} deliveries a call; each counts against the limits of the plan. Left out: trade ideas whose session has ended, messages that may have been sent, and rules' own webhook addresses.`,
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
    since: z.iso.datetime({ offset: true }).describe(`From when on, at most ${MAX_DAYS} days ago.`),
  }),
  output: z.object({ queued: z.int().min(0).max(MAX_ROWS).describe('Deliveries that will be sent again.') }),
  example: { channel: 'webhook', since: '2026-11-20T09:30:00Z' },
  async run({ channel, since }, context) {
    const { store, notifier, now } = context
    const account = await ownAccount(context)
    requireChannel(callingAccount(context), channel)
    const at = now()
    const from = new Date(since)
    if (from.getTime() > at.getTime() || at.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
      throw invalid([{ path: 'since', message: `must lie within the last ${MAX_DAYS} days` }])
    }
    const known = await store.endpoints.ofAccount(account.id)
    const own = known.filter((it) => it.channel === channel && it.alertId === null)
    const usable = own.filter((it) => fitnessOf(account, it) === 'usable')
    // The claim checks each delivery again, and with it whether the server has the channel.
    const endpoint = usable[0] ?? own[0]
    requireDeliverable(context, { stage: 'redelivery', account, channel, endpoint, configured: true })
    const endpointIds = usable.map(({ id }) => id)
    const queued = await store.transaction(({ deliveries }) =>
      deliveries.queueFailed({ accountId: account.id, channel, endpointIds }, { since: from, limit: MAX_ROWS, at }),
    )
    notifier.wake()
    return { queued }
  },
})
