import { nextTradingDay, sessionOn } from '../market/trading-calendar.ts'
import { type Calibration, confidenceOf } from './confidence.ts'
import type { IdeaRecord, SeenPrices } from './idea-record.ts'
import type { IdeaDraft } from './pipelines/idea-draft.ts'

/** The beginning of an idea's life. `seen` are the prices that it was made from. */
export function newIdea(draft: IdeaDraft, id: string, seen: SeenPrices, calibration: Calibration): IdeaRecord {
  return {
    ...draft,
    id,
    confidence: confidenceOf(draft.pipeline, draft.evidence, calibration),
    sessionDate: seen.sessionDate,
    generatedMs: seen.atMs,
    expiresMs: horizonEndMs(seen.sessionDate, draft.horizonSessions),
    currentPrice: draft.entryPrice,
    peakPrice: draft.entryPrice,
    seen,
    end: null,
  }
}

/** The close of the session that comes so many sessions after a date. */
function horizonEndMs(sessionDate: string, sessions: number): number {
  let date = sessionDate
  for (let passed = 0; passed < sessions; passed++) date = nextTradingDay(date)
  const last = sessionOn(date)
  if (!last) throw new RangeError(`No trading session on ${date}`)
  return last.closeMs
}
