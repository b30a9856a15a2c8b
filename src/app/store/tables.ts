import type { AccountTables } from '../../accounts/store/tables.ts'
import type { AlertTables } from '../../alerts/store/tables.ts'
import type { AnalyticsTables } from '../../analytics/store/tables.ts'
import type { FlowTables } from '../../flow/store/tables.ts'
import type { MarketTables } from '../../market/store/tables.ts'
import type { NotificationTables } from '../../notifications/store/tables.ts'
import type { ReceiverTables } from '../../receiver/store/tables.ts'
import type { EngineTables } from '../../store/store.ts'
import type { TradeIdeaTables } from '../../trade-ideas/store/tables.ts'

/** Every table of the store. Instants are TEXT `YYYY-MM-DDTHH:MM:SS.sssZ`, dates `YYYY-MM-DD`, flags 0 or 1. */
export type Tables = EngineTables &
  AccountTables &
  AlertTables &
  AnalyticsTables &
  FlowTables &
  MarketTables &
  NotificationTables &
  ReceiverTables &
  TradeIdeaTables
