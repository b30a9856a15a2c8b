import { DAY_MS } from '../../lib/time/duration.ts'
import type { PublicSession } from '../contract/sign-in-session.ts'

/** A sign-in session ends 14 days after it was last used, and 30 days after the sign-in at the latest. */
export const SESSION_IDLE_MS = 14 * DAY_MS
export const SESSION_LIFE_MS = 30 * DAY_MS

/** One sign-in session. Instants are ISO 8601 UTC. */
export interface SignInSession {
  readonly id: string
  readonly accountId: string
  readonly createdAt: string
  readonly lastSeenAt: string
  /** The absolute end. */
  readonly expiresAt: string
  /** Network address of its last use, to the minute; null if unknown. */
  readonly address: string | null
  /** The browser and system that the sign-in claimed, "Firefox on Linux"; null if unknown. */
  readonly browser: string | null
}

/** The instant, in milliseconds UTC, at which a session ends if it is not used again. */
export function sessionEndMs(lastSeenAtMs: number, expiresAtMs: number): number {
  return Math.min(lastSeenAtMs + SESSION_IDLE_MS, expiresAtMs)
}

export function publicSession(session: SignInSession, currentId: string | null): PublicSession {
  const endMs = sessionEndMs(Date.parse(session.lastSeenAt), Date.parse(session.expiresAt))
  return {
    id: session.id,
    current: session.id === currentId,
    browser: session.browser,
    address: session.address,
    created_at: session.createdAt,
    last_used_at: session.lastSeenAt,
    expires_at: new Date(endMs).toISOString(),
  }
}
