import { z } from 'zod'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Delivery } from '../../store/delivery-rows.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import type { NotificationContext } from '../context.ts'
import { defineOperation } from '../context.ts'
import { Id } from '../feed/id-input.ts'
import { requireDeliverable } from './require-deliverable.ts'
import { sendNow } from './send-now.ts'
import { SentAnswer } from './sent-answer.ts'

/** Requested attempts are numbered from here, so that they never collide with those of the schedule. */
const FIRST_MANUAL = 1_001
const LEASE_MARGIN_MS = 10_000

/** When it fails, the delivery keeps its state, and the attempt is in the log. */
export const redeliver = defineOperation({
  name: 'redeliver',
  title: 'Send a delivery again',
  description:
    'Sends the same bytes under the same id once more, in this request and once, and says what came of it. It counts against the limits of the plan. What is being sent, or has no usable address, is refused.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/deliveries/:id/redeliver', errors: ['not_found'] },
  input: z.strictObject({ id: Id.describe('Id of the delivery.') }),
  output: SentAnswer,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, context) {
    const { store } = context
    const account = await ownAccount(context)
    const delivery = await store.deliveries.byId(account.id, id)
    if (!delivery) throw new AppError('not_found', 'There is no such delivery.')
    const { summaryId, channel, body } = delivery
    if (isLeased(delivery, context.now())) throw beingSent()
    if (summaryId !== null) {
      throw new AppError('invalid', 'This notification went in a summary. Send the summary again instead.')
    }
    const [endpoint] = await store.endpoints.byIds([delivery.endpointId])
    const configured = body !== '' && context.notifier.channels.has(channel)
    requireDeliverable(context, { stage: 'redelivery', account, channel, endpoint, configured })
    if (!endpoint) throw new AppError('invalid', 'The address of this delivery was removed.')
    const leased = await lease(context, delivery)
    try {
      const n = Math.max(FIRST_MANUAL, await store.deliveries.nextAttempt(id))
      return await sendNow(context, {
        stage: 'redelivery',
        account,
        endpoint,
        deliveryId: id,
        delivery: leased,
        n,
        body,
      })
    } catch (error) {
      if (leased.leaseOwner !== null) await store.deliveries.giveBack(id, leased.leaseOwner)
      throw error
    }
  },
})

/** A pending delivery is leased so that nothing else sends it; after a crash it may be sent again when the lease ends. */
async function lease({ store, notifier, now, newId }: NotificationContext, delivery: Delivery): Promise<Delivery> {
  if (delivery.status !== 'pending') return delivery
  const leaseOwner = `manual.${newId()}`
  const at = now()
  const until = new Date(at.getTime() + (notifier.channels.get(delivery.channel)?.timeoutMs ?? 0) + LEASE_MARGIN_MS)
  if (!(await store.deliveries.take(delivery.id, leaseOwner, { now: at, until }))) throw beingSent()
  return { ...delivery, leaseOwner }
}

function isLeased({ leaseOwner, leaseUntil }: Delivery, now: Date): boolean {
  return leaseOwner !== null && (leaseUntil === null || Date.parse(leaseUntil) > now.getTime())
}

function beingSent(): AppError {
  return new AppError('invalid', 'This delivery is being sent at the moment. Wait for its outcome.')
}
