import type { Operation } from '../../catalogue/operation.ts'
import { tradeIdeaOperation } from './trade-idea.ts'
import { tradeIdeasOperation } from './trade-ideas.ts'
import { tradeIdeasTrackRecordOperation } from './trade-ideas-track-record.ts'

/** What the service makes of its analytics, and how that turned out. */
export const tradeIdeaOperations = [
  tradeIdeasOperation,
  tradeIdeasTrackRecordOperation,
  tradeIdeaOperation,
] as const satisfies readonly Operation[]
