import { HOUR_MS } from '../../lib/time/duration.ts'
import type { AccountStore } from '../store/index.ts'

export interface RemoveEndedParts {
  readonly store: AccountStore
  readonly now: () => Date
}

/**
 * Deletes what has ended by itself: sessions, links, challenges, requests of chats, invitations, connections and counters of attempts. No
 * request reads any of it, and none does this work: on PostgreSQL they would wait for each other.
 */
export async function removeEnded({ store, now }: RemoveEndedParts, signal: AbortSignal): Promise<void> {
  const at = now()
  const hourAgo = new Date(at.getTime() - HOUR_MS)
  const removals = [
    () => store.sessions.removeEnded(at),
    () => store.mailTokens.removeExpired(at),
    () => store.signInSteps.removeExpired(at),
    () => store.passkeyChallenges.removeExpired(at),
    () => store.invitations.removeExpired(at),
    () => store.chatUsers.removeExpired(at),
    () => store.oauthTokens.removeEnded(hourAgo),
    () => store.oauthGrants.removeEnded(at, hourAgo),
    () => store.authAttempts.removeDecayed(at),
  ]
  for (const remove of removals) if (!signal.aborted) await remove()
}
