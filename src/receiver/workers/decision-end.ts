import { errorText } from '../domain/error-text.ts'
import type { Ending } from '../store/ledger-outcomes.ts'
import type { DecisionParts, Job } from './decision-parts.ts'

/** Writes the end of an idea, once: a lease that was lost meanwhile leaves it to its new owner. */
export async function end(parts: DecisionParts, { claimed }: Job, ending: Ending): Promise<void> {
  const safe = ending.error === undefined ? ending : { ...ending, error: errorText(ending.error, parts.secrets) }
  const isWritten = await parts.store.ledgerOutcomes.finish(claimed, safe, parts.now())
  noteLost(parts, claimed, isWritten)
  if (!isWritten) return
  const { status, error } = safe
  const fields = { fingerprint: claimed.fingerprint, symbol: claimed.idea.symbol, status, ...(error && { error }) }
  if (status === 'failed') parts.log.warn(fields, 'idea ended')
  else parts.log.info(fields, 'idea ended')
}

export function fail(parts: DecisionParts, job: Job, error: string, recheckAt?: Date): Promise<void> {
  return end(parts, job, { status: 'failed', error, recheckAt })
}

/** Leaves the idea as it stands to whoever comes next, at once. */
export async function handOver({ store, log }: DecisionParts, { claimed }: Job): Promise<void> {
  const isReleased = await store.ledgerClaims.release(claimed)
  if (isReleased) log.info({ fingerprint: claimed.fingerprint, phase: claimed.phase }, 'idea handed over')
}

export function noteLost({ log }: DecisionParts, { fingerprint }: { fingerprint: string }, isWritten: boolean): void {
  if (!isWritten) log.warn({ fingerprint }, 'the lease of an idea was lost: another process goes on with it')
}
