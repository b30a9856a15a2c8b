import { runFirstWithWork } from '../../lib/async/run-first-with-work.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { EVIDENCE_DAYS } from '../domain/evidence.ts'
import type { ReceiverStore } from '../store/index.ts'

export interface EvidenceRetentionParts {
  readonly store: Pick<ReceiverStore, 'decisionEvidence'>
  readonly now: () => Date
}

/** Deletes one batch of evidence that is too old. True if there was any. Idempotent. */
export function deleteOldEvidence({ store, now }: EvidenceRetentionParts, signal: AbortSignal): Promise<boolean> {
  const before = new Date(now().getTime() - EVIDENCE_DAYS * DAY_MS)
  return runFirstWithWork([() => store.decisionEvidence.removeBefore(before)], signal)
}
