import type { Store } from '../../../src/app/store/open-store.ts'
import { aDecision, anIdea } from './ideas.ts'

/** An order in the ledger that waits for a yes, for an hour; gives the id of the request. */
export async function waitingOrder(store: Store, now: Date): Promise<string> {
  const fingerprint = 'b'.repeat(64)
  const until = new Date(now.getTime() + 3_600_000)
  await store.ledger.accept({ fingerprint, idea: anIdea({ symbol: 'SPY' }), payloadSha256: 'x' }, now)
  const claimed = await store.ledgerClaims.claim({ owner: 'test', instance: 'test', now, until })
  if (!claimed) throw new Error('nothing to claim')
  const decision = aDecision({ symbol: 'SPY', risk_notes: ['Earnings on Thursday.'] })
  await store.ledgerOutcomes.decided(claimed, decision, {}, now)
  const shown = { action: 'buy', symbol: 'SPY', notionalUsd: 100, price: 100, plan: null, dryRun: true } as const
  const requestedAt = now.toISOString()
  const approval = { id: 'waiting-order', fingerprint, shown, requestedAt, expiresAt: until.toISOString() }
  await store.approvals.request(claimed, approval)
  return approval.id
}
