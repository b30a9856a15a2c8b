import type { VendorClock } from '../../../src/market/sources/vendor-client.ts'
import type { TestClock } from '../clock.ts'

/** Sleeping moves the clock and takes no time, patience never ends; every pause is written down. */
export function vendorClock(clock: TestClock, chance = 0.5): VendorClock & { readonly pauses: number[] } {
  const pauses: number[] = []
  return {
    pauses,
    nowMs: () => clock.now().getTime(),
    monotonicMs: () => clock.now().getTime(),
    random: () => chance,
    patience: () => new Promise(() => undefined),
    async sleep(ms, signal) {
      signal.throwIfAborted()
      pauses.push(ms)
      clock.advance(ms)
    },
  }
}
