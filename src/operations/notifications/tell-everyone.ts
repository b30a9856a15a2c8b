import { nextTurn } from '../../lib/node/next-turn.ts'
import { type RaiseParts, raise, type Trigger } from './raise.ts'

/** So many accounts are told in one transaction: with more, others wait longer; with fewer, the last one hears it later. */
const BATCH = 24

export interface ToldCounts {
  /** Accounts that were told now. */
  readonly told: number
  /** Accounts that had been told before. */
  readonly known: number
  /** Accounts whose plan or standing has no notifications. */
  readonly refused: number
}

/** Tells every account of one thing, once: repeating it reaches those alone that it has not reached. */
export async function tellEveryone(parts: RaiseParts, event: Omit<Trigger, 'accountId'>): Promise<ToldCounts> {
  const counts = { told: 0, known: 0, refused: 0 }
  let afterId = ''
  for (;;) {
    const page = await parts.store.accounts.list({ afterId, limit: BATCH })
    const results = await raise(
      parts,
      page.map(({ id: accountId }) => ({ ...event, accountId })),
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
}
