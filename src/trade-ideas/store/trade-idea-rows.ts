/** Trade ideas as rows and back. */

import { orNull } from '../../lib/math/numbers.ts'
import { evidenceBucket } from '../domain/confidence.ts'
import { type IdeaEnd, type IdeaOutcome, type IdeaRecord, statusOf } from '../domain/idea-record.ts'
import type { IdeaStructure } from '../domain/idea-structure.ts'
import { confidenceBucket } from '../domain/track-record.ts'
import type { TradeIdeaRow } from './tables.ts'

export function toIdeaRow(idea: IdeaRecord): TradeIdeaRow {
  return {
    id: idea.id,
    symbol: idea.symbol,
    pipeline: idea.pipeline,
    direction: idea.direction,
    strategy: idea.strategy,
    entry_price: idea.entryPrice,
    target_price: idea.targetPrice,
    stop_price: idea.stopPrice,
    thesis: idea.thesis,
    evidence: idea.evidence,
    evidence_bucket: evidenceBucket(idea.evidence),
    confidence: idea.confidence,
    confidence_bucket: confidenceBucket(idea.confidence),
    session_date: idea.sessionDate,
    horizon_sessions: idea.horizonSessions,
    generated_at: isoOf(idea.generatedMs),
    expires_at: isoOf(idea.expiresMs),
    announced_at: null,
    structure: idea.structure && JSON.stringify(idea.structure),
    ...lifeColumns(idea),
  }
}

/** The columns that change while an idea lives. */
export function lifeColumns({ currentPrice, peakPrice, seen, end }: IdeaRecord) {
  return {
    status: statusOf({ end }),
    current_price: currentPrice,
    peak_price: peakPrice,
    seen_at: isoOf(seen.atMs),
    seen_date: seen.sessionDate,
    seen_high: orNull(seen.high),
    seen_low: orNull(seen.low),
    outcome: end?.outcome ?? null,
    exit_price: end?.exitPrice ?? null,
    outcome_pct: end?.outcomePct ?? null,
    outcome_r: end?.outcomeR ?? null,
    ended_at: end ? isoOf(end.endedMs) : null,
  }
}

export function fromIdeaRow(row: TradeIdeaRow): IdeaRecord {
  return {
    id: row.id,
    symbol: row.symbol,
    pipeline: row.pipeline,
    direction: row.direction,
    strategy: row.strategy,
    entryPrice: row.entry_price,
    targetPrice: row.target_price,
    stopPrice: row.stop_price,
    thesis: row.thesis,
    evidence: row.evidence,
    confidence: row.confidence,
    sessionDate: row.session_date,
    horizonSessions: row.horizon_sessions,
    generatedMs: Date.parse(row.generated_at),
    expiresMs: Date.parse(row.expires_at),
    currentPrice: row.current_price,
    peakPrice: row.peak_price,
    seen: {
      atMs: Date.parse(row.seen_at),
      sessionDate: row.seen_date,
      high: row.seen_high ?? Number.NaN,
      low: row.seen_low ?? Number.NaN,
    },
    end: endOf(row, row.outcome),
    structure: row.structure === null ? null : (JSON.parse(row.structure) as IdeaStructure),
  }
}

/** The table's checks keep the columns of an end together. */
function endOf(row: TradeIdeaRow, outcome: IdeaOutcome | null): IdeaEnd | null {
  if (outcome === null || row.ended_at === null) return null
  return {
    outcome,
    exitPrice: row.exit_price ?? Number.NaN,
    outcomePct: row.outcome_pct ?? Number.NaN,
    outcomeR: row.outcome_r ?? Number.NaN,
    endedMs: Date.parse(row.ended_at),
  }
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
