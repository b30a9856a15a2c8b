import { quantileKeeper } from '../../analytics/workers/quantile-keeper.ts'
import { inTerm } from '../../lib/node/leases.ts'
import { pause, type Worker, worker } from '../../lib/node/worker.ts'
import { withUrgency } from '../../market/sources/urgency.ts'
import { marketNameOf, type Parts } from '../parts.ts'
import { symbolsOfInterest } from './exposures.ts'

/** The first minutes of a process belong to its users. */
const START_MS = 5 * 60_000
/** Between two steps of some milliseconds, so that three years of sessions never take more than a small share of a core. */
const PAUSE_MS = 2_000
const IDLE_MS = 60_000
const GRACE_MS = 5_000

/** Keeps the implied distributions of past sessions, in the background. */
export function quantileKeeping(parts: Parts): Worker {
  const { market, store, analysisOf, monotonicMs, clock, now, log, leases } = parts
  const begin = () =>
    quantileKeeper({
      store,
      market: marketNameOf(parts),
      viewAt: (date) => market.viewAt(date),
      analysisOf,
      symbols: () => symbolsOfInterest(parts),
      now,
    })
  const startedMs = monotonicMs()
  return worker({
    name: 'quantiles',
    step: inTerm(leases, 'keeping', () => {
      const keeper = begin()
      return async (signal) => {
        if (monotonicMs() - startedMs < START_MS || !clock.isSteady()) return false
        const did = await withUrgency('background', () => keeper.step())
        if (did) await pause(PAUSE_MS, signal)
        return did
      }
    }),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'quantiles' }, 'keeping past distributions failed'),
  })
}
