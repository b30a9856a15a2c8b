import { OUTAGE_AFTER_MS, type Outage, sourceAnswers, sourceFails } from '../domain/source-events.ts'
import { broadcast } from '../operations/raise/broadcast.ts'
import type { RaiseParts } from '../operations/raise/trigger.ts'

/** The state of a live source. */
export interface SourceState {
  readonly state: 'unasked' | 'fine' | 'degraded' | 'down'
  /** Since when it has been in this state. */
  readonly sinceMs: number
  readonly lastGoodMs: number
}

export interface OutageParts extends RaiseParts {
  readonly source: string
  readonly sourceState: () => SourceState
}

/** Notifies the accounts once when the source has failed for minutes, and once when it answers again. Always false. */
export function outageWatch(parts: OutageParts): () => Promise<boolean> {
  let failingSinceMs: number | null = null
  let notified: Outage | null = null
  return async () => {
    const { state, sinceMs, lastGoodMs } = parts.sourceState()
    const nowMs = parts.now().getTime()
    if (state === 'unasked') return false
    if (state === 'fine') {
      failingSinceMs = null
      if (notified) await broadcast(parts, sourceAnswers(notified, sinceMs))
      notified = null
      return false
    }
    // From degraded to down and back is one outage.
    failingSinceMs ??= sinceMs
    if (notified || nowMs - failingSinceMs < OUTAGE_AFTER_MS) return false
    const outage = { source: parts.source, sinceMs: failingSinceMs, lastGoodMs }
    await broadcast(parts, sourceFails(outage))
    notified = outage
    return false
  }
}
