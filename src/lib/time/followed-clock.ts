/** One reading of another clock, with the instants of the own monotonic clock before and after it. */
export interface ClockReading {
  /** What the other clock said, ms since 1970, at some moment between the two instants. */
  readonly otherMs: number
  readonly sentMs: number
  readonly receivedMs: number
}

/** A difference up to this is made up for gradually, a larger one at once. */
export const STEP_MS = 1_000
/** Time in which a difference is made up for: even the largest one leaves the time running forward. */
const SLEW_MS = 5_000
/** A slower answer says too little about when the other clock was read, unless all answers are as slow. */
const MAX_TRIP_MS = 50
/** After this time without an answer of use all are slow: another machine may have taken over, farther away. */
const PATIENCE_MS = 30_000

/**
 * A clock that follows another one, which is read now and then. Between two readings it goes on with a monotonic clock.
 * Its time never goes back, except where the other clock has gone back by more than a second.
 */
export class FollowedClock {
  readonly #monotonicMs: () => number
  #shortestTripMs: number
  /** What is added to the monotonic clock: it changes from one value to the other in `SLEW_MS`. */
  #offset: { readonly fromMs: number; readonly toMs: number; readonly sinceMs: number }
  #readMs: number

  constructor(monotonicMs: () => number, first: ClockReading) {
    const offsetMs = offsetOf(first)
    this.#monotonicMs = monotonicMs
    this.#shortestTripMs = tripOf(first)
    this.#offset = { fromMs: offsetMs, toMs: offsetMs, sinceMs: first.receivedMs }
    this.#readMs = first.receivedMs
  }

  nowMs(): number {
    const monotonicMs = this.#monotonicMs()
    return monotonicMs + this.#offsetAt(monotonicMs)
  }

  /** Time since the last reading that was used. */
  unreadMs(): number {
    return this.#monotonicMs() - this.#readMs
  }

  /** False if the reading took too long to be of use. */
  follow(reading: ClockReading): boolean {
    const tripMs = tripOf(reading)
    if (reading.receivedMs - this.#readMs > PATIENCE_MS) this.#shortestTripMs = tripMs
    if (tripMs > Math.max(MAX_TRIP_MS, 2 * this.#shortestTripMs)) return false
    this.#shortestTripMs = Math.min(tripMs, this.#shortestTripMs)
    const presentMs = this.#offsetAt(reading.receivedMs)
    const toMs = offsetOf(reading)
    const isStep = Math.abs(toMs - presentMs) > STEP_MS
    this.#offset = { fromMs: isStep ? toMs : presentMs, toMs, sinceMs: reading.receivedMs }
    this.#readMs = reading.receivedMs
    return true
  }

  #offsetAt(monotonicMs: number): number {
    const { fromMs, toMs, sinceMs } = this.#offset
    const share = Math.min(Math.max((monotonicMs - sinceMs) / SLEW_MS, 0), 1)
    return fromMs + share * (toMs - fromMs)
  }
}

function tripOf({ sentMs, receivedMs }: ClockReading): number {
  return receivedMs - sentMs
}

/** The other clock is taken to have been read half-way. */
function offsetOf({ otherMs, sentMs, receivedMs }: ClockReading): number {
  return otherMs - (sentMs + receivedMs) / 2
}
