import { z } from 'zod'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { Channel } from '../../contract/settings.ts'
import { reasonWords } from '../../domain/delivery/reason-words.ts'
import { defineOperation } from '../context.ts'

const MAX_ROWS = 200
const Count = z.int().min(0).max(1_000_000_000)

export const operatorDeliveries = defineOperation({
  name: 'operator_deliveries',
  title: 'Deliveries that fail',
  description:
    'Deliveries of all accounts that failed in the last 24 hours, by channel and reason; the addresses to which nothing is sent because they failed; and what waits to be sent. For operators only.',
  capability: 'notifications',
  operatorOnly: true,
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/operator/deliveries', errors: ['forbidden'] },
  input: z.strictObject({}),
  output: z.object({
    failed: z
      .array(
        z.object({
          channel: Channel,
          reason: z.string().describe('Why, in words.'),
          count: Count.describe('Deliveries.'),
          accounts: Count.describe('Accounts whose deliveries they are.'),
          last_at: z.iso.datetime().describe('When the last one failed, UTC.'),
        }),
      )
      .describe(`The most frequent reasons first, at most ${MAX_ROWS}.`),
    endpoints: z
      .array(
        z.object({
          email: z.string().describe('The account.'),
          channel: Channel,
          label: z.string().describe('How its owner recognizes the address.'),
          state: z
            .enum(['active', 'cooling', 'disabled'])
            .describe('disabled until its owner tests it; cooling is tried again.'),
          failures: Count.describe('Failures since the last success.'),
          failing_since: z.iso.datetime().nullable().describe('First of these failures, UTC.'),
          next_try_at: z.iso.datetime().nullable().describe('When a cooling one is tried again, UTC.'),
        }),
      )
      .describe(`Disabled addresses first, at most ${MAX_ROWS}.`),
    waiting: z
      .array(
        z.object({
          channel: Channel,
          status: z.string().describe('pending, or throttled by a limit.'),
          count: Count.describe('Deliveries.'),
          oldest_due_at: z.iso.datetime().describe('Since when the oldest is due, UTC; later than now if none is.'),
        }),
      )
      .describe('Deliveries that are not finished.'),
  }),
  example: {},
  async run(_input, { store, now }) {
    const at = now()
    const [failed, endpoints, waiting] = await Promise.all([
      store.deliveryReports.failedSince(new Date(at.getTime() - DAY_MS), MAX_ROWS),
      store.deliveryReports.stoppedEndpoints(at, MAX_ROWS),
      store.outbox.depths(),
    ])
    return {
      failed: failed.map(({ reason, lastAt, ...row }) => ({
        ...row,
        reason: reasonWords(reason, 'UTC', at.getTime()) ?? 'No reason was stored.',
        last_at: lastAt,
      })),
      endpoints: endpoints.map(({ firstFailureAt, openUntil, ...row }) => ({
        ...row,
        failing_since: firstFailureAt,
        next_try_at: openUntil,
      })),
      waiting: waiting.map(({ oldestDueAt, ...row }) => ({ ...row, oldest_due_at: oldestDueAt })),
    }
  },
})
