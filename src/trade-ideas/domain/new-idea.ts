import { nextTradingDay, sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import { type Calibration, confidenceOf } from './confidence.ts'
import type { IdeaRecord, SeenPrices } from './idea-record.ts'
import type { IdeaStructure } from './idea-structure.ts'
import type { IdeaDraft } from './pipelines/idea-draft.ts'

/** The beginning of an idea's life. `seen` are the prices that it was made from. */
export function newIdea(
  draft: IdeaDraft,
  seen: SeenPrices,
  calibration: Calibration,
  structure: IdeaStructure | null = null,
): IdeaRecord {
  return {
    ...draft,
    id: ideaId(draft, seen.sessionDate),
    confidence: confidenceOf(draft.pipeline, draft.evidence, calibration),
    sessionDate: seen.sessionDate,
    generatedMs: seen.atMs,
    expiresMs: horizonEndMs(seen.sessionDate, draft.horizonSessions),
    currentPrice: draft.entryPrice,
    peakPrice: draft.entryPrice,
    seen,
    end: null,
    structure,
  }
}

/**
 * What makes an idea unique is its id, so that the same market gives the same ids however often a process is started
 * anew, and nobody is notified twice: `20261116_flow_bullish_brk_b`.
 */
function ideaId({ pipeline, direction, symbol }: IdeaDraft, sessionDate: string): string {
  return [sessionDate.replaceAll('-', ''), pipeline, direction, symbol.toLowerCase().replaceAll('.', '_')].join('_')
}

/** The last trading date of a horizon. */
export function horizonDate(sessionDate: string, sessions: number): string {
  let date = sessionDate
  for (let passed = 0; passed < sessions; passed++) date = nextTradingDay(date)
  return date
}

/** The close of the session that comes so many sessions after a date. */
function horizonEndMs(sessionDate: string, sessions: number): number {
  const date = horizonDate(sessionDate, sessions)
  const last = sessionOn(date)
  if (!last) throw new RangeError(`No trading session on ${date}`)
  return last.closeMs
}
