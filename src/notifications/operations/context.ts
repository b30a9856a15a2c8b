import type { AccountContext } from '../../accounts/operations/context.ts'
import { operationsOver } from '../../catalogue/operation.ts'
import type { NotificationStore } from '../store/index.ts'
import type { Notifier } from './notifier.ts'

/** What operations of this context may use. */
export interface NotificationContext extends AccountContext {
  readonly store: NotificationStore
  readonly notifier: Notifier
}

export const defineOperation = operationsOver<NotificationContext>()
