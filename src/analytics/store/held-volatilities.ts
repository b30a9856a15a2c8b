import type { Connection } from '../../store/connection.ts'
import { KeptVolatilities } from '../contract/kept-volatilities.ts'
import type { SessionVolatilities } from '../domain/smile/held-volatilities.ts'
import type { AnalyticsTables } from './tables.ts'

/** Last volatilities of the present session, one row per symbol. */
export function heldVolatilities({ db }: Connection<AnalyticsTables>) {
  return {
    async ofSession(sessionDate: string): Promise<(readonly [symbol: string, held: SessionVolatilities])[]> {
      const rows = await db
        .selectFrom('held_volatilities')
        .selectAll()
        .where('session_date', '=', sessionDate)
        .execute()
      return rows.map(({ symbol, as_of, content }) => {
        const expirations = KeptVolatilities.parse(JSON.parse(content)).map(({ volatilities, ...expiration }) => ({
          ...expiration,
          volatilities: new Map(volatilities),
        }))
        return [symbol, { sessionDate, asOfMs: Date.parse(as_of), expirations }] as const
      })
    },

    /** Replaces those of the symbol, and removes earlier sessions. */
    async put(symbol: string, { sessionDate, asOfMs, expirations }: SessionVolatilities): Promise<void> {
      const kept = expirations.map(({ volatilities, ...expiration }) => ({
        ...expiration,
        volatilities: [...volatilities],
      }))
      const [content, as_of] = [JSON.stringify(kept), new Date(asOfMs).toISOString()]
      await db.deleteFrom('held_volatilities').where('session_date', '<', sessionDate).execute()
      await db
        .insertInto('held_volatilities')
        .values({ session_date: sessionDate, symbol, as_of, content })
        .onConflict((conflict) => conflict.columns(['session_date', 'symbol']).doUpdateSet({ as_of, content }))
        .execute()
    },
  }
}
