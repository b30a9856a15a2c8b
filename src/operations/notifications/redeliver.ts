import { z } from 'zod'
import { AppError } from '../../domain/errors.ts'
import { planHasChannel } from '../../domain/notifications/channels.ts'
import { unfit } from '../../domain/notifications/first-state.ts'
import { reasonWords } from '../../domain/notifications/reason.ts'
import type { Delivery } from '../../store/delivery-rows.ts'
import { ownAccount } from '../accounts/own-account.ts'
import type { Context } from '../context.ts'
import { defineOperation } from '../operation.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from './access.ts'
import { fitnessOf } from './endpoint-parts.ts'
import { Id } from './id-input.ts'
import { sendNow } from './send-now.ts'
import { SentAnswer } from './sent-answer.ts'

/** Attempts that were asked for are numbered from here, so that they never meet those of the schedule. */
const FIRST_MANUAL = 1_001

/** When it fails the row keeps its state, and the attempt is in the log. */
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
    const { store, now } = context
    const account = await ownAccount(context)
    const delivery = await store.deliveries.byId(account.id, id)
    if (!delivery) throw new AppError('not_found', 'There is no such delivery.')
    const [endpoint] = await store.endpoints.byIds([delivery.endpointId])
    const fitness = fitnessOf(account, endpoint)
    const refused = refusal(context, delivery)
    if (refused) throw new AppError('invalid', refused)
    if (!planHasChannel(account.plan, delivery.channel)) {
      throw new AppError('invalid', 'The plan of the account does not have this channel any more.')
    }
    if (!endpoint || fitness !== 'usable') {
      const words = reasonWords(unfit(fitness, delivery.channel), account.timeZone, now().getTime())
      throw new AppError('invalid', `${words}.`)
    }
    const owner = await take(context, delivery)
    try {
      const n = Math.max(FIRST_MANUAL, await store.deliveries.nextAttempt(id))
      const sent = { account, endpoint, deliveryId: id, n, cause: 'manual', body: delivery.body } as const
      const result = await sendNow(context, sent)
      if (result.status === 'sent') await store.deliveries.markSent(id, null, now())
      else await giveBack(context, delivery, owner)
      return result
    } catch (error) {
      await giveBack(context, delivery, owner)
      throw error
    }
  },
})

function refusal({ notifier }: Context, { channel, body, leaseOwner, summaryId }: Delivery): string | null {
  if (leaseOwner !== null) return 'This delivery is being sent at the moment. Wait for its outcome.'
  if (summaryId !== null) return 'This notification went in a summary. Send the summary again instead.'
  return body === '' || !notifier.channels.has(channel) ? 'This channel is not configured on this server.' : null
}

/** While this request sends it, nothing else does; after a crash it is due again when the lease ends. */
async function take({ store, notifier, now, newId }: Context, { id, channel, status }: Delivery): Promise<string> {
  const owner = `manual.${newId()}`
  if (status !== 'pending') return owner
  const untilMs = now().getTime() + (notifier.channels.get(channel)?.timeoutMs ?? 0) + LEASE_MARGIN_MS
  if (await store.deliveries.take(id, owner, new Date(untilMs))) return owner
  throw new AppError('invalid', 'This delivery is being sent at the moment. Wait for its outcome.')
}

async function giveBack({ store }: Context, { id, dueAt }: Delivery, owner: string): Promise<void> {
  await store.deliveries.giveBack(id, owner, dueAt)
}

const LEASE_MARGIN_MS = 10_000
