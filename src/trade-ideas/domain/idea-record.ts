import { type IdeaStructure, structureWords } from './idea-structure.ts'
import type { IdeaSubject } from './idea-subject.ts'
import type { IdeaDraft } from './pipelines/idea-draft.ts'

export const IDEA_STATUSES = ['open', 'closed', 'expired'] as const

export type IdeaStatus = (typeof IDEA_STATUSES)[number]

/**
 * How an idea ended: `target` and `stop` were touched, a neutral idea's range was left or held to its horizon, or the
 * horizon passed without either. Only `horizon` makes an idea expired, the others closed.
 */
export const IDEA_OUTCOMES = ['target', 'stop', 'range_left', 'range_held', 'horizon'] as const

export type IdeaOutcome = (typeof IDEA_OUTCOMES)[number]

/** Up to where the prices of an idea's symbol were looked at. NaN is unknown. */
export interface SeenPrices {
  readonly atMs: number
  readonly sessionDate: string
  /** Highest and lowest price of that session by then, USD. */
  readonly high: number
  readonly low: number
}

export interface IdeaEnd {
  readonly outcome: IdeaOutcome
  /** USD per share. */
  readonly exitPrice: number
  /** From entry to exit in the direction of the idea, percent; of a neutral idea the distance, never positive. */
  readonly outcomePct: number
  /** In units of what was risked, see `idea-life.ts`. */
  readonly outcomeR: number
  readonly endedMs: number
}

/** A trade idea of this service with its life so far. Prices in USD per share, instants in epoch milliseconds. */
export interface IdeaRecord extends IdeaDraft {
  readonly id: string
  /** 0 to 1: believed probability that the thesis comes true. */
  readonly confidence: number
  readonly sessionDate: string
  readonly generatedMs: number
  /** The close of the last session of its horizon. */
  readonly expiresMs: number
  readonly currentPrice: number
  /** The most favourable price since it was made; of a neutral idea the one that came nearest to an end. */
  readonly peakPrice: number
  readonly seen: SeenPrices
  readonly end: IdeaEnd | null
  /** Listed contracts that express it; null where none fitted, or before they were stored. */
  readonly structure: IdeaStructure | null
}

export function statusOf({ end }: Pick<IdeaRecord, 'end'>): IdeaStatus {
  if (!end) return 'open'
  return end.outcome === 'horizon' ? 'expired' : 'closed'
}

/** What alert rules and webhooks see of an idea. */
export function ideaSubject(idea: IdeaRecord): IdeaSubject {
  return {
    id: idea.id,
    symbol: idea.symbol,
    direction: idea.direction,
    strategy: idea.strategy,
    model: idea.pipeline,
    entry_price: idea.entryPrice,
    target_price: idea.targetPrice,
    stop_price: idea.stopPrice,
    confidence: idea.confidence,
    thesis: idea.thesis,
    ...(idea.structure && { structure: structureWords(idea.structure) }),
  }
}
