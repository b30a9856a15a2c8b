import type { LateUse } from '../history.ts'
import { named } from './named.ts'

/** How long an ended key or session may be accepted, while hints are cut as well. */
const LATE_MS = 2_000

/** No deleted key and no signed-out session is accepted later than that after its end was acknowledged. */
export function credentialFaults(uses: readonly LateUse[]): string[] {
  const accepted = uses.filter(({ isAccepted, endedMs, sentMs }) => isAccepted && sentMs - endedMs > LATE_MS)
  return [
    ...(uses.length === 0 ? ['no key or session was used after its end'] : []),
    ...named(
      'keys and sessions that were accepted after their end',
      accepted.map(({ what, endedMs, sentMs }) => `${what} after ${Math.round(sentMs - endedMs)} ms`),
    ),
  ]
}
