/** Sums of what the prints of a session did afterwards, by symbol and horizon; the symbol `''` is all together. */
import type { Connection } from '../../store/connection.ts'
import {
  ALL_SYMBOLS,
  type OutcomeKey,
  type OutcomeSums,
  outcomesOf,
  outcomesText,
  readOutcomeKey,
} from '../domain/sums/outcome-study.ts'
import type { FlowOutcomeRow, FlowTables } from './tables.ts'

export interface OutcomePlace {
  /** Name of the market source. */
  readonly source: string
  readonly sessionDate: string
  readonly symbol: string
  /** Sessions after that of the prints. */
  readonly horizon: number
}

export interface StoredOutcomes {
  readonly sessionDate: string
  readonly horizon: number
  readonly sums: OutcomeSums
}

export function flowOutcomes(connection: Connection<FlowTables>) {
  return { ...writing(connection), ...places(connection), ...sums(connection) }
}

function writing({ db }: Connection<FlowTables>) {
  return {
    /** One row for each kind of prints that has sums, and one for all prints. */
    async put({ source, sessionDate, symbol, horizon }: OutcomePlace, sums: OutcomeSums): Promise<void> {
      const byType = new Map<OutcomeKey['type'], OutcomeSums>([['all', new Map()]])
      for (const [key, sum] of sums) {
        const { type } = readOutcomeKey(key)
        byType.set(type, (byType.get(type) ?? new Map()).set(key, sum))
      }
      const rows = [...byType].map(([type, own]) => ({
        source,
        symbol,
        alert_type: type,
        session_date: sessionDate,
        horizon,
        content: outcomesText(own),
      }))
      await db
        .insertInto('flow_outcomes')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['source', 'symbol', 'alert_type', 'session_date', 'horizon'])
            .doUpdateSet((eb) => ({ content: eb.ref('excluded.content') })),
        )
        .execute()
    },
  }
}

function places({ db }: Connection<FlowTables>) {
  return {
    /** Sessions and horizons of a symbol within a range of dates, both included. */
    async places(source: string, symbol: string, from: string): Promise<Omit<StoredOutcomes, 'sums'>[]> {
      const rows = await db
        .selectFrom('flow_outcomes')
        .select(['session_date', 'horizon'])
        .where('source', '=', source)
        .where('symbol', '=', symbol)
        .where('alert_type', '=', 'all')
        .where('session_date', '>=', from)
        .execute()
      return rows.map(({ session_date: sessionDate, horizon }) => ({ sessionDate, horizon }))
    },

    /** The symbols of a session, without the row of all together. */
    async symbols(source: string, sessionDate: string, horizon: number): Promise<string[]> {
      const rows = await db
        .selectFrom('flow_outcomes')
        .select('symbol')
        .where('source', '=', source)
        .where('session_date', '=', sessionDate)
        .where('horizon', '=', horizon)
        .where('alert_type', '=', 'all')
        .where('symbol', '<>', ALL_SYMBOLS)
        .execute()
      return rows.map(({ symbol }) => symbol)
    },
  }
}

function sums({ db }: Connection<FlowTables>) {
  return {
    /** The sums of a symbol and kind of prints within a range of dates, both included. */
    async range(
      { source, symbol, type }: { source: string; symbol: string; type: OutcomeKey['type'] },
      from: string,
      to: string,
    ): Promise<StoredOutcomes[]> {
      const rows = await db
        .selectFrom('flow_outcomes')
        .select(['session_date', 'horizon', 'content'])
        .where('source', '=', source)
        .where('symbol', '=', symbol)
        .where('alert_type', '=', type)
        .where('session_date', '>=', from)
        .where('session_date', '<=', to)
        .orderBy('session_date')
        .execute()
      return rows.map(storedOutcomes)
    },

    /** The sums of every symbol of a session, without those of all together. */
    async ofSession(source: string, sessionDate: string, horizon: number): Promise<StoredOutcomes[]> {
      const rows = await db
        .selectFrom('flow_outcomes')
        .select(['session_date', 'horizon', 'content'])
        .where('source', '=', source)
        .where('session_date', '=', sessionDate)
        .where('horizon', '=', horizon)
        .where('symbol', '<>', ALL_SYMBOLS)
        .execute()
      return rows.map(storedOutcomes)
    },
  }
}

function storedOutcomes(row: Pick<FlowOutcomeRow, 'session_date' | 'horizon' | 'content'>): StoredOutcomes {
  const sums = outcomesOf(JSON.parse(row.content) as Record<string, string>)
  return { sessionDate: row.session_date, horizon: row.horizon, sums }
}
