const MIN_DELAY_MS = 1_000
const SPREAD_MS = 4_000
const BYTES = 4

/**
 * Milliseconds from an answer to the work that it leaves to do, 1,000 to 5,000, uniform. Requests that follow the answer
 * come before that work, and nobody can tell which request was delayed by which work.
 */
export function mailDelayMs(randomBytes: (size: number) => Uint8Array): number {
  const bytes = new DataView(Uint8Array.from(randomBytes(BYTES)).buffer)
  return MIN_DELAY_MS + Math.floor((bytes.getUint32(0) / 2 ** 32) * (SPREAD_MS + 1))
}
