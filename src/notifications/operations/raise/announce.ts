import { z } from 'zod'
import { OPERATOR_PROOF } from '../../../accounts/contract/operator-proof.ts'
import { allows, PLANS } from '../../../accounts/domain/plan.ts'
import { asOperator, OPERATOR_CALLERS } from '../../../accounts/operations/admin/as-operator.ts'
import { sha256Hex } from '../../../lib/node/sha256.ts'
import { systemContent } from '../../domain/contents.ts'
import { eventKeys } from '../../domain/event-key.ts'
import { defineOperation } from '../context.ts'
import { broadcast } from './broadcast.ts'

const line = (most: number) =>
  z.string().trim().min(1, 'must not be blank').max(most, `must be at most ${most} characters`)

const NOTIFIED_PLANS = PLANS.filter((plan) => allows(plan, 'notifications'))

export const announce = defineOperation({
  name: 'announce',
  title: 'Announce to every account',
  description:
    'Notifies every account of a system update, in the bell and through the channels that it chose. A critical one is sent at once, even in quiet hours. The same text again on the same day (UTC) reaches only accounts that it has not reached. For operators only; with preview nothing is sent.',
  capability: 'notifications',
  operatorOnly: true,
  callers: OPERATOR_CALLERS,
  surfaces: ['cli', 'rest'],
  route: { method: 'POST', path: '/operator/announcements', errors: ['forbidden'] },
  input: z.strictObject({
    title: line(150)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
      .describe('What it is about, one line of at most 150 characters.'),
    body: line(2_000).describe('What there is to know, at most 2000 characters.'),
    critical: z.boolean().default(false).describe('Whether it goes out at once with high priority.'),
    preview: z.boolean().default(false).describe('Only count the accounts; it needs no proof.'),
    ...OPERATOR_PROOF,
  }),
  output: z.object({
    told: z.number().describe('Accounts that were notified now; with preview, that would be.'),
    known: z.number().describe('Accounts that were notified before.'),
    refused: z.number().describe('Accounts that are suspended or whose plan has no notifications.'),
  }),
  example: { title: 'Maintenance on Saturday', body: 'The service restarts at 06:00 UTC.' },
  async run({ title, body, critical, preview, ...proof }, context) {
    const day = context.now().toISOString().slice(0, 10)
    const eventKey = eventKeys.systemUpdate(sha256Hex(JSON.stringify([day, title, body, critical])))
    if (preview) {
      const reach = await context.store.deliveryReports.reach(eventKey, NOTIFIED_PLANS)
      return { told: reach.open, known: reach.known, refused: reach.refused }
    }
    // Before the first account is notified: an announcement that breaks off was made by somebody too.
    await asOperator(context, { action: 'announce', details: { title, critical }, proof }, async () => undefined)
    const { notified, ...others } = await broadcast(context, {
      eventKey,
      content: systemContent(title, body, critical),
    })
    return { told: notified, ...others }
  },
})
