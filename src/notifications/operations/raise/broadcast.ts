import { nextTurn } from '../../../lib/node/next-turn.ts'
import { raise } from './raise.ts'
import type { RaiseParts, Trigger } from './trigger.ts'

/** Accounts for each transaction: more would make other writers wait longer, fewer would delay the last account. */
const BATCH = 24

export interface BroadcastCounts {
  /** Accounts that were notified now. */
  readonly notified: number
  /** Accounts that had been notified before. */
  readonly known: number
  /** Accounts that are suspended or whose plan has no notifications. */
  readonly refused: number
}

/** Notifies every account of one event, once: a repetition reaches only the accounts that were not notified yet. */
export async function broadcast(parts: RaiseParts, event: Omit<Trigger, 'accountId'>): Promise<BroadcastCounts> {
  const counts = { notified: 0, known: 0, refused: 0 }
  let afterId = ''
  for (;;) {
    const page = await parts.store.accounts.list({ afterId, limit: BATCH })
    const results = await raise(
      parts,
      page.map(({ id: accountId }) => ({ ...event, accountId })),
    )
    for (const result of results) {
      if (result.raised) counts.notified++
      else if (result.because === 'known') counts.known++
      else counts.refused++
    }
    if (page.length < BATCH) return counts
    // Requests are served between two batches.
    await nextTurn()
    afterId = page.at(-1)?.id ?? ''
  }
}
