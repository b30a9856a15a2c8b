import type { AnalyticsContext } from '../../analytics/operations/context.ts'
import { operationsOver } from '../../catalogue/operation.ts'
import type { FlowStore } from '../store/index.ts'
import type { FlowSessions } from './flow-sessions.ts'

/** Dependencies of the operations of this context. */
export interface FlowContext extends AnalyticsContext {
  readonly store: FlowStore
  /** The tapes that this process has classified. */
  readonly flowSessions: FlowSessions
}

export const defineOperation = operationsOver<FlowContext>()
