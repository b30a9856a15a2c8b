import { accountOperations } from './accounts/index.ts'
import { alertOperations } from './alerts/index.ts'
import { analyticsOperations } from './analytics/index.ts'
import { notificationOperations } from './notifications/index.ts'
import type { Operation } from './operation.ts'
import { tradeIdeaOperations } from './trade-ideas/index.ts'

/** The catalogue: everything that the service can do, in the order in which documents list it. */
export const operations = [
  ...analyticsOperations,
  ...tradeIdeaOperations,
  ...notificationOperations,
  ...alertOperations,
  ...accountOperations,
] as const satisfies readonly Operation[]

/** The catalogue as types, by name: what a typed client knows of inputs and answers. */
export type Catalogue = { readonly [Each in (typeof operations)[number] as Each['name']]: Each }
