const FIRST_MS = 500
const LONGEST_MS = 30_000

/**
 * How long to wait before the next try to connect, milliseconds. Full jitter: after a restart the browsers of all
 * users come back spread over time.
 */
export function backOffMs(failures: number, random: number): number {
  return Math.round(random * Math.min(LONGEST_MS, FIRST_MS * 2 ** failures))
}
