/** What this service provides to live sources: clock, randomness, the stored past, and the log. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SourceHealth } from '../../market/sources/source-health.ts'
import type { VendorClock } from '../../market/sources/vendor-client.ts'
import type { Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'
import type { Store } from '../store/open-store.ts'
import { storedPast } from './stored-past.ts'

export interface LiveParts {
  readonly store: Store
  readonly log: Log
  readonly now: () => Date
  readonly monotonicMs: () => number
  readonly randomBytes: (size: number) => Buffer
}

const MAX_REQUEST_WAIT_MS = 4_000
/** For data that only improve an answer, such as the 52 weeks of a quote. */
const MAX_SIDE_WAIT_MS = 1_000
/** Before the 25 seconds after which the service itself gives up on an answer. */
const MAX_ANSWER_MS = 20_000
const RANGE = 2 ** 32

/** Parts that every live source needs. `mayAsk` says whether this process may ask the vendor, of several that could. */
export function livePartsOf({ market }: Config, { mayAsk, ...parts }: LiveParts & { readonly mayAsk?: () => boolean }) {
  return {
    symbols: market.symbols,
    past: storedPast(parts.store, market.rates),
    clock: { ...clockOf(parts), ...(mayAsk && { mayAsk }) },
    onHealth: healthLogger(parts),
  }
}

export function clockOf({ now, monotonicMs, randomBytes }: Omit<LiveParts, 'store' | 'log'>): VendorClock {
  return {
    nowMs: () => now().getTime(),
    monotonicMs,
    random: () => randomBytes(4).readUInt32LE() / RANGE,
    patience: () => sleep(MAX_REQUEST_WAIT_MS, undefined, { ref: false }),
    shortPatience: () => sleep(MAX_SIDE_WAIT_MS, undefined, { ref: false }),
    deadline: () => sleep(MAX_ANSWER_MS, undefined, { ref: false }),
    async sleep(ms, signal) {
      try {
        await sleep(ms, undefined, { signal })
      } catch (error) {
        signal.throwIfAborted()
        throw error
      }
    },
  }
}

/** Logs each change of health, not each failure. */
function healthLogger({ log }: LiveParts): (health: SourceHealth) => void {
  return ({ state, detail, refusedRows }) =>
    log[state === 'fine' ? 'info' : 'warn']({ state, detail, refusedRows }, 'the health of the market source changed')
}
