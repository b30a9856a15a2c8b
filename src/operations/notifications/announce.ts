import { z } from 'zod'
import { systemContent } from '../../domain/notifications/contents.ts'
import { eventKeys } from '../../domain/notifications/event-key.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { sha256Hex } from '../../lib/node/sha256.ts'
import { defineOperation } from '../operation.ts'
import { raise } from './raise.ts'

/** So many accounts are told in one transaction. */
const BATCH = 50

const line = (most: number) =>
  z.string().trim().min(1, 'must not be blank').max(most, `must be at most ${most} characters`)

export const announce = defineOperation({
  name: 'announce',
  title: 'Announce to every account',
  description:
    'Tells every account of a system update, in the bell and by the channels that it chose. Critical is sent at once, through quiet hours. The same text again on the same day (UTC) reaches those alone that it has not reached. On the command line only.',
  capability: 'notifications',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({
    title: line(150)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
      .describe('What it is about, one line of at most 150 characters.'),
    body: line(2_000).describe('What there is to know, at most 2000 characters.'),
    critical: z.boolean().default(false).describe('Whether it goes out at once with high priority.'),
  }),
  output: z.object({
    told: z.number().describe('Accounts that were told now.'),
    known: z.number().describe('Accounts that were told before.'),
    refused: z.number().describe('Accounts whose plan or standing has no notifications.'),
  }),
  example: { title: 'Maintenance on Saturday', body: 'The service restarts at 06:00 UTC.' },
  async run({ title, body, critical }, context) {
    const { store, now } = context
    const day = now().toISOString().slice(0, 10)
    const eventKey = eventKeys.systemUpdate(sha256Hex(JSON.stringify([day, title, body, critical])))
    const content = systemContent(title, body, critical)
    const counts = { told: 0, known: 0, refused: 0 }
    let afterId = ''
    for (;;) {
      const page = await store.accounts.list({ afterId, limit: BATCH })
      const results = await raise(
        context,
        page.map(({ id: accountId }) => ({ accountId, eventKey, content })),
      )
      for (const result of results) {
        if (result.raised) counts.told++
        else if (result.because === 'known') counts.known++
        else counts.refused++
      }
      if (page.length < BATCH) return counts
      // Telling many is no reason to keep everybody else waiting.
      await nextTurn()
      afterId = page.at(-1)?.id ?? ''
    }
  },
})
