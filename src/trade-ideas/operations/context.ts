import { operationsOver } from '../../catalogue/operation.ts'
import type { FlowContext } from '../../flow/operations/context.ts'
import type { TradeIdeaStore } from '../store/index.ts'

/** What operations of this context may use. */
export interface TradeIdeaContext extends FlowContext {
  readonly store: TradeIdeaStore
}

export const defineOperation = operationsOver<TradeIdeaContext>()
