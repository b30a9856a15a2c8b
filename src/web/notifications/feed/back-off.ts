const FIRST_MS = 500
const LONGEST_MS = 30_000

/**
 * Milliseconds before the next connection attempt, with full jitter, so that all browsers do not reconnect at once
 * after a restart.
 */
export function backOffMs(failures: number, random: number): number {
  return Math.round(random * Math.min(LONGEST_MS, FIRST_MS * 2 ** failures))
}
