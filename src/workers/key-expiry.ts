import { isWarnedOf, KEY_WARNING_DAYS, keyExpiring } from '../domain/notifications/account-events.ts'
import { type RaiseParts, raise } from '../operations/notifications/raise.ts'

const DAY_MS = 86_400_000
const BATCH = 100

/** Tells the owner of each key that ends within days, once for each key. One pass over all of them; never more to do. */
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
