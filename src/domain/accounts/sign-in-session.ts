const DAY_MS = 86_400_000

/** A sign-in session ends 14 days after it was last used, and 30 days after the sign-in at the latest. */
export const SESSION_IDLE_MS = 14 * DAY_MS
export const SESSION_LIFE_MS = 30 * DAY_MS

/** What the service remembers of one sign-in. Instants are ISO 8601 UTC. */
export interface SignInSession {
  readonly id: string
  readonly accountId: string
  readonly createdAt: string
  readonly lastSeenAt: string
  /** The absolute end. */
  readonly expiresAt: string
}

/** The instant, in milliseconds UTC, from which a session is refused unless it is used again before. */
export function sessionEndMs(lastSeenAtMs: number, expiresAtMs: number): number {
  return Math.min(lastSeenAtMs + SESSION_IDLE_MS, expiresAtMs)
}
