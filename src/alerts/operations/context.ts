import { operationsOver } from '../../catalogue/operation.ts'
import type { FlowContext } from '../../flow/operations/context.ts'
import type { NotificationContext } from '../../notifications/operations/context.ts'
import type { AlertStore } from '../store/index.ts'
import type { WatchlistFigures } from './watchlist/watchlist-figures.ts'

/** What operations of this context may use. */
export interface AlertContext extends NotificationContext, FlowContext {
  readonly store: AlertStore
  readonly watchlistFigures: WatchlistFigures
}

export const defineOperation = operationsOver<AlertContext>()
