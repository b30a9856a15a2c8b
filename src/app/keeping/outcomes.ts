import { type OutcomeStudyParts, studyOutcomes } from '../../flow/workers/outcome-study.ts'
import { inTerm } from '../../lib/node/leases.ts'
import { pause, type Worker, worker } from '../../lib/node/worker.ts'
import { withUrgency } from '../../market/sources/urgency.ts'
import { contextOf, OPERATOR, type Parts } from '../parts.ts'

/** The first minutes of a process belong to its users. */
const START_MS = 5 * 60_000
/** Between two steps of a fraction of a second, so that the study of a year never uses more than a small share of a core. */
const PAUSE_MS = 3_000
const IDLE_MS = 60_000
const GRACE_MS = 5_000

/** Counts what the prints of past sessions did afterwards, in the background. */
export function outcomeKeeping(parts: Parts): Worker {
  const { monotonicMs, clock, log, leases } = parts
  const context: OutcomeStudyParts = contextOf(parts, { caller: OPERATOR })
  const startedMs = monotonicMs()
  return worker({
    name: 'outcomes',
    step: inTerm(leases, 'keeping', () => async (signal) => {
      if (monotonicMs() - startedMs < START_MS || !clock.isSteady()) return false
      const did = await withUrgency('background', () => studyOutcomes(context, signal))
      if (did) await pause(PAUSE_MS, signal)
      return did
    }),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'outcomes' }, 'the study of outcomes failed'),
  })
}
