import { DAY_MS } from '../../lib/time/duration.ts'
import { isWarnedOf, KEY_WARNING_DAYS, keyExpiring } from '../domain/account-triggers.ts'
import { raise } from '../operations/raise/raise.ts'
import type { RaiseParts } from '../operations/raise/trigger.ts'

const BATCH = 100

/** Notifies the owner of each key that expires within days, once for each key. One pass over all keys; always false. */
export async function warnOfKeyEnds(parts: RaiseParts, signal: AbortSignal): Promise<boolean> {
  const at = parts.now()
  const before = new Date(at.getTime() + KEY_WARNING_DAYS * DAY_MS).toISOString()
  let last = { expiresAt: at.toISOString(), id: '' }
  while (!signal.aborted) {
    const page = await parts.store.apiKeys.endingBetween(last, before, BATCH)
    await raise(
      parts,
      page.filter(isWarnedOf).map((key) => ({ accountId: key.accountId, ...keyExpiring(key) })),
    )
    last = page.at(-1) ?? last
    if (page.length < BATCH) return false
  }
  return false
}
