import { OUTAGE_AFTER_MS, type Outage, sourceAnswers, sourceFails } from '../domain/notifications/source-events.ts'
import type { RaiseParts } from '../operations/notifications/raise.ts'
import { tellEveryone } from '../operations/notifications/tell-everyone.ts'

/** How a live source fares, as far as it is news. */
export interface SourceState {
  readonly state: 'unasked' | 'fine' | 'degraded' | 'down'
  /** Since when it is so. */
  readonly sinceMs: number
  readonly lastGoodMs: number
}

export interface OutageParts extends RaiseParts {
  readonly source: string
  readonly sourceState: () => SourceState
}

/** Tells the accounts once when the source has failed for minutes, and once when it answers again. Never more to do. */
export function outageWatch(parts: OutageParts): () => Promise<boolean> {
  let failingSinceMs: number | null = null
  let told: Outage | null = null
  return async () => {
    const { state, sinceMs, lastGoodMs } = parts.sourceState()
    const nowMs = parts.now().getTime()
    if (state === 'unasked') return false
    if (state === 'fine') {
      failingSinceMs = null
      if (told) await tellEveryone(parts, sourceAnswers(told, sinceMs))
      told = null
      return false
    }
    // From degraded to down and back is one outage.
    failingSinceMs ??= sinceMs
    if (told || nowMs - failingSinceMs < OUTAGE_AFTER_MS) return false
    const outage = { source: parts.source, sinceMs: failingSinceMs, lastGoodMs }
    await tellEveryone(parts, sourceFails(outage))
    told = outage
    return false
  }
}
