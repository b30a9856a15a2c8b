import { accountOperations } from './accounts/index.ts'
import { alertOperations } from './alerts/index.ts'
import { analyticsOperations } from './analytics/index.ts'
import { notificationOperations } from './notifications/index.ts'
import type { Operation } from './operation.ts'
import { tradeIdeaOperations } from './trade-ideas/index.ts'

/** The catalogue: everything that the service can do, in the order in which documents list it. */
export const operations: readonly Operation[] = [
  ...analyticsOperations,
  ...tradeIdeaOperations,
  ...notificationOperations,
  ...alertOperations,
  ...accountOperations,
]
