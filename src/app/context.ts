import type { AlertContext } from '../alerts/operations/context.ts'
import type { ReceiverContext } from '../receiver/operations/context.ts'
import type { TradeIdeaContext } from '../trade-ideas/operations/context.ts'
import type { OperatorView } from './operator/operator-view.ts'
import type { Store } from './store/open-store.ts'

/** What the operations of every context may use. */
export interface AppContext extends AlertContext, TradeIdeaContext, ReceiverContext {
  readonly store: Store
  readonly operatorView: OperatorView
}
