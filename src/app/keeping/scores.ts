import { inTerm } from '../../lib/node/leases.ts'
import { pause, type Worker, worker } from '../../lib/node/worker.ts'
import { withUrgency } from '../../market/sources/urgency.ts'
import { scoreNext } from '../../receiver/workers/scorecard/score-next.ts'
import type { Parts } from '../parts.ts'
import { scorePartsOf } from '../scorecard/score-parts.ts'

/** The first minutes of a process belong to its users. */
const START_MS = 3 * 60_000
/** Between two decisions, so that a long ledger never uses more than a small share of a core. */
const PAUSE_MS = 2_000
const IDLE_MS = 60_000
const GRACE_MS = 5_000

/** Measures what the price did after decisions, and what fixed rules would have decided, in the background. */
export function scoreKeeping(parts: Parts): Worker {
  const { monotonicMs, clock, log, leases } = parts
  const scoring = scorePartsOf(parts)
  const startedMs = monotonicMs()
  return worker({
    name: 'scores',
    step: inTerm(leases, 'keeping', () => async (signal) => {
      if (monotonicMs() - startedMs < START_MS || !clock.isSteady()) return false
      const did = await withUrgency('background', () => scoreNext(scoring, signal))
      if (did) await pause(PAUSE_MS, signal)
      return did
    }),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'scores' }, 'the measuring of decisions failed'),
  })
}
