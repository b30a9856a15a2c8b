/** How a session's volume comes in: faster after the open and before the close. Shares run from 0 to 1. */

/** Less than 1/(2π), at which midday volume would be zero. */
const SMILE = 0.09

/** Share of the day's volume that is done when a share of the session has passed. */
export function doneShare(passed: number): number {
  return passed + SMILE * Math.sin(2 * Math.PI * passed)
}

/** Share of the session that has passed when a share of the volume is done; by Newton's method to about 1e-6. */
export function passedShare(done: number): number {
  let passed = done
  for (let round = 0; round < 4; round++) {
    passed -= (doneShare(passed) - done) / (1 + SMILE * 2 * Math.PI * Math.cos(2 * Math.PI * passed))
  }
  return Math.min(Math.max(passed, 0), 1)
}
