import type { Parts } from '../../../src/app/parts.ts'
import type { Decision } from '../../../src/receiver/contract/decision.ts'
import type { TradeIdea } from '../../../src/trade-ideas/contract.ts'
import { aDecision, anIdea } from '../../support/receiver/ideas.ts'

let ideas = 0

interface Decided {
  readonly at: string
  readonly idea?: Partial<TradeIdea>
  readonly decision?: Partial<Decision>
  readonly usage?: object
}

/** An entry of the ledger that was decided at an instant; its fingerprint. */
export async function decidedAt(
  { store }: Pick<Parts, 'store'>,
  { at, idea = {}, decision = {}, usage = {} }: Decided,
): Promise<string> {
  const now = new Date(at)
  const fingerprint = (++ideas).toString(16).padStart(64, '0')
  const accepted = anIdea({ triggered_at: at, ...idea })
  await store.ledger.accept({ fingerprint, idea: accepted, payloadSha256: fingerprint }, now)
  const lease = { owner: fingerprint, instance: 'test', now, until: new Date(now.getTime() + 30_000) }
  const claimed = await store.ledgerClaims.claim(lease)
  if (claimed?.fingerprint !== fingerprint) throw new Error('another idea was waiting')
  await store.ledgerCounts.asking(claimed, now)
  const final = aDecision({ symbol: accepted.symbol, ...decision })
  await store.ledgerOutcomes.decided(claimed, final, { mode: 'local_mcp', model: 'gpt-test', ...usage }, now)
  const status = final.action === 'skip' ? 'skipped' : 'dry_run'
  await store.ledgerOutcomes.finish(claimed, { status, decision: final }, now)
  return fingerprint
}
