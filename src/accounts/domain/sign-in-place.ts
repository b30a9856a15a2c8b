import { DAY_MS } from '../../lib/time/duration.ts'

/** A place that was not used for so long is new again. */
const REMEMBERED_MS = 90 * DAY_MS
/** The oldest is forgotten for the next, so that the number of places is bounded. */
export const MAX_PLACES = 50

/** A browser at an address from which an account was signed in to. */
export interface SignInPlace {
  readonly digest: string
  /** ISO 8601 UTC. */
  readonly lastSeenAt: string
}

/**
 * Whether a sign-in from a place is to be notified: nobody has signed in from it in the last 90 days. The first sign-in
 * of an account is not, because there is nothing to compare it with.
 */
export function isNewPlace(places: readonly SignInPlace[], digest: string, nowMs: number): boolean {
  if (places.length === 0) return false
  return !places.some((place) => place.digest === digest && isRemembered(place, nowMs))
}

/** The places to forget when one more is added: those not used for 90 days, and the oldest beyond the maximum. */
export function forgottenPlaces(places: readonly SignInPlace[], nowMs: number): readonly string[] {
  const newestFirst = places.toSorted((left, right) => (left.lastSeenAt < right.lastSeenAt ? 1 : -1))
  return newestFirst
    .filter((place, index) => index >= MAX_PLACES - 1 || !isRemembered(place, nowMs))
    .map(({ digest }) => digest)
}

function isRemembered({ lastSeenAt }: SignInPlace, nowMs: number): boolean {
  return Date.parse(lastSeenAt) > nowMs - REMEMBERED_MS
}
