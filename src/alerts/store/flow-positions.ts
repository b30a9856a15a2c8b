import { padded } from '../../notifications/store/delivery-rows.ts'
import type { Connection } from '../../store/connection.ts'
import type { AlertTables } from './tables.ts'

export interface FlowPosition {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  /** Sequence number of the last processed row; −1 before the first. */
  readonly sequence: number
}

/** The last processed print of each symbol's tape. */
export function flowPositions({ db }: Connection<AlertTables>) {
  return {
    async all(): Promise<FlowPosition[]> {
      const rows = await db.selectFrom('flow_positions').selectAll().execute()
      return rows.map((row) => ({ symbol: row.symbol, sessionDate: row.session_date, sequence: row.sequence }))
    },

    async remove(symbols: readonly string[]): Promise<void> {
      if (symbols.length > 0) await db.deleteFrom('flow_positions').where('symbol', 'in', padded(symbols)).execute()
    },

    async put({ symbol, sessionDate, sequence }: FlowPosition): Promise<void> {
      const columns = { session_date: sessionDate, sequence }
      await db
        .insertInto('flow_positions')
        .values({ symbol, ...columns })
        .onConflict((conflict) => conflict.column('symbol').doUpdateSet(columns))
        .execute()
    },
  }
}
