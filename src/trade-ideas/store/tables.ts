/** Rows of the tables of trade ideas, as `migrations/008-trade-ideas.sql` makes them. */

import type { IdeaDirection } from '../domain/idea-direction.ts'
import type { IdeaOutcome, IdeaStatus } from '../domain/idea-record.ts'
import type { PipelineName } from '../domain/pipeline.ts'

export interface TradeIdeaRow {
  id: string
  symbol: string
  pipeline: PipelineName
  direction: IdeaDirection
  strategy: string
  status: IdeaStatus
  entry_price: number
  target_price: number
  stop_price: number
  thesis: string
  evidence: number
  evidence_bucket: number
  confidence: number
  confidence_bucket: number
  session_date: string
  horizon_sessions: number
  generated_at: string
  expires_at: string
  announced_at: string | null
  current_price: number
  peak_price: number
  seen_at: string
  seen_date: string
  seen_high: number | null
  seen_low: number | null
  outcome: IdeaOutcome | null
  exit_price: number | null
  outcome_pct: number | null
  outcome_r: number | null
  ended_at: string | null
  /** JSON of an `IdeaStructure`. */
  structure: string | null
}

export interface TradeIdeaTables {
  trade_ideas: TradeIdeaRow
}
