import type { Connection } from '../../store/connection.ts'
import { KeptQuantiles } from '../contract/strategies/kept-quantiles.ts'
import { type CalibrationDays, type PastQuantiles, QUANTILES_METHOD } from '../domain/calibration/past-quantiles.ts'
import type { AnalyticsTables, ImpliedQuantilesRow } from './tables.ts'

/** A symbol of a market; `market` names the source and, where it is invented, its seed. */
export interface SymbolOfMarket {
  readonly market: string
  readonly symbol: string
}

/** Implied distributions at the end of past sessions. */
export function impliedQuantiles({ db }: Connection<AnalyticsTables>) {
  return {
    /** Null: the chain of the session holds none near those days. */
    async put(
      { market, symbol }: SymbolOfMarket,
      sessionDate: string,
      days: CalibrationDays,
      found: PastQuantiles | null,
    ): Promise<void> {
      const values = {
        method: QUANTILES_METHOD,
        target_date: found?.targetDate ?? null,
        price: found?.price ?? null,
        forward: found?.forward ?? null,
        deviation: found?.deviation ?? null,
        quantiles: found ? JSON.stringify(found.quantiles) : null,
      }
      await db
        .insertInto('implied_quantiles')
        .values({ market, symbol, session_date: sessionDate, days, ...values })
        .onConflict((conflict) => conflict.columns(['market', 'symbol', 'days', 'session_date']).doUpdateSet(values))
        .execute()
    },

    /** Windows that end before a date, in order of their sessions. */
    async endedBefore(
      { market, symbol }: SymbolOfMarket,
      days: CalibrationDays,
      date: string,
    ): Promise<PastQuantiles[]> {
      const rows = await db
        .selectFrom('implied_quantiles')
        .selectAll()
        .where('market', '=', market)
        .where('symbol', '=', symbol)
        .where('days', '=', days)
        .where('method', '=', QUANTILES_METHOD)
        .where('target_date', '<', date)
        .orderBy('session_date')
        .execute()
      return rows.flatMap((row) => fromRow(row) ?? [])
    },

    /** Sessions that are done, from a date on. */
    async sessionsSince({ market, symbol }: SymbolOfMarket, days: CalibrationDays, from: string): Promise<string[]> {
      const rows = await db
        .selectFrom('implied_quantiles')
        .select('session_date')
        .where('market', '=', market)
        .where('symbol', '=', symbol)
        .where('days', '=', days)
        .where('session_date', '>=', from)
        .where('method', '=', QUANTILES_METHOD)
        .execute()
      return rows.map(({ session_date: date }) => date)
    },
  }
}

export type ImpliedQuantiles = ReturnType<typeof impliedQuantiles>

function fromRow(row: ImpliedQuantilesRow): PastQuantiles | null {
  const { session_date: sessionDate, target_date: targetDate, price, forward, deviation, quantiles } = row
  if (targetDate === null || price === null || forward === null || deviation === null || quantiles === null) return null
  return { sessionDate, targetDate, price, forward, deviation, quantiles: KeptQuantiles.parse(JSON.parse(quantiles)) }
}
