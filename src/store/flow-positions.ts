import { padded } from './delivery-rows.ts'
import type { Connection } from './engine.ts'

export interface FlowPosition {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  /** Place on the tape of the last row that was looked at; −1 before the first. */
  readonly sequence: number
}

/** Up to which print each symbol's tape was told. */
export function flowPositions({ db }: Connection) {
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
