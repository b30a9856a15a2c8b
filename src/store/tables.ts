import type { AccountTables } from './account-tables.ts'
import type { FlowTables } from './flow-tables.ts'
import type { MarketTables } from './market-tables.ts'
import type { NotificationTables } from './notification-tables.ts'
import type { ReceiverTables } from './receiver-tables.ts'
import type { TradeIdeaTables } from './trade-idea-tables.ts'

/** Remembers which migration files were applied, and their content at that time. */
export interface MigrationRow {
  name: string
  sha256: string
  applied_at: string
}

/** Large enough that other writes have room too once it was taken. */
interface WriteProbeRow {
  id: string
  content: string
}

/** Every table of the store. Instants are TEXT `YYYY-MM-DDTHH:MM:SS.sssZ`, dates `YYYY-MM-DD`, flags 0 or 1. */
export interface Tables
  extends AccountTables,
    FlowTables,
    MarketTables,
    NotificationTables,
    ReceiverTables,
    TradeIdeaTables {
  migrations: MigrationRow
  write_probe: WriteProbeRow
}
