import { accountOperations } from '../accounts/operations/index.ts'
import { alertOperations } from '../alerts/operations/index.ts'
import { METHODOLOGY } from '../analytics/domain/methodology.ts'
import { chainOperations, studyOperations, tradeContextOperation } from '../analytics/operations/index.ts'
import { methodologyOperation } from '../analytics/operations/methodology.ts'
import type { Operation } from '../catalogue/operation.ts'
import { FLOW_METHODOLOGY } from '../flow/domain/flow-methodology.ts'
import { flowOperations } from '../flow/operations/index.ts'
import { eventsOperation } from '../market/operations/events.ts'
import { newsOperation } from '../market/operations/news.ts'
import { stocksOperation } from '../market/operations/stocks.ts'
import { symbolSearchOperation } from '../market/operations/symbol-search.ts'
import { notificationOperations } from '../notifications/operations/index.ts'
import { receiverOperations } from '../receiver/operations/index.ts'
import { tradeIdeaOperations } from '../trade-ideas/operations/index.ts'
import { exportDataOperation } from './export/export-data.ts'
import { exportLedgerOperation } from './export/export-ledger.ts'
import { operatorOperations } from './operator/index.ts'
import validationFigures from './validation-figures.json' with { type: 'json' }

/** Operations on the market. */
export const marketOperations = [
  stocksOperation,
  symbolSearchOperation,
  ...chainOperations,
  ...flowOperations,
  ...studyOperations,
  newsOperation,
  eventsOperation,
  tradeContextOperation,
] as const satisfies readonly Operation[]

/** Unit, sign and source of every number in their answers. */
export const NUMBERS = { ...FLOW_METHODOLOGY, ...METHODOLOGY }

/** The catalogue: all operations, in the order of the documentation. */
export const operations = [
  ...marketOperations,
  methodologyOperation({
    answering: marketOperations,
    numbers: NUMBERS,
    validation: validationFigures,
  }),
  exportDataOperation,
  ...tradeIdeaOperations,
  ...notificationOperations,
  ...alertOperations,
  ...accountOperations,
  ...receiverOperations,
  exportLedgerOperation,
  ...operatorOperations,
] as const satisfies readonly Operation[]

/** The catalogue as types, by name, for typed clients. */
export type Catalogue = { readonly [Each in (typeof operations)[number] as Each['name']]: Each }
