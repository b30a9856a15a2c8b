import { type Column, packColumns, unpackInTurns } from '../../lib/node/packed-columns.ts'
import type { Connection } from '../../store/connection.ts'
import type { OptionPrints } from '../domain/options/option-prints.ts'
import type { MinuteBars, MinuteQuotes } from '../domain/stocks/minute-bars.ts'
import type { StockTrades } from '../domain/stocks/stock-trades.ts'
import type { Coverage } from './chains.ts'
import type { MarketSessionRow, MarketTables } from './tables.ts'

/** Data stored as one value per symbol and session, by kind. */
export interface SessionTables {
  minute_bars: MinuteBars
  minute_quotes: MinuteQuotes
  trades: StockTrades
  prints: OptionPrints
}

export type SessionKind = keyof SessionTables

export interface StoredSession<Kind extends SessionKind> {
  /** Changes whenever the content does. */
  readonly id: string
  readonly table: SessionTables[Kind]
}

/** Packed data to replace the row `replaces` (null: there must be none). */
export interface PackedSession {
  readonly replaces: string | null
  readonly row: MarketSessionRow
}

const SESSION_ENCODING = 1

/** Intraday data: minute bars, minute quotes, stock trades and option prints, one document per symbol and session. */
export function marketSessions({ db }: Connection<MarketTables>) {
  return {
    async load<Kind extends SessionKind>(
      kind: Kind,
      symbol: string,
      sessionDate: string,
    ): Promise<StoredSession<Kind> | undefined> {
      const row = await db
        .selectFrom('market_sessions')
        .select(['id', 'content'])
        .where('kind', '=', kind)
        .where('symbol', '=', symbol)
        .where('session_date', '=', sessionDate)
        .executeTakeFirst()
      if (!row) return undefined
      const { columns } = await unpackInTurns(row.content)
      return { id: row.id, table: tableOf<Kind>(symbol, sessionDate, columns) }
    },

    /** False, and nothing written, when what is stored is no longer what this replaces. */
    async put({ replaces, row }: PackedSession): Promise<boolean> {
      if (replaces !== null) {
        const gone = await db.deleteFrom('market_sessions').where('id', '=', replaces).executeTakeFirst()
        if (gone.numDeletedRows === 0n) return false
      }
      const written = await db
        .insertInto('market_sessions')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'symbol', 'session_date']).doNothing())
        .executeTakeFirst()
      return written.numInsertedOrUpdatedRows === 1n
    },

    /** Trading dates with such data, in order. */
    async sessionDates(kind: SessionKind, symbol: string): Promise<string[]> {
      const rows = await db
        .selectFrom('market_sessions')
        .select('session_date')
        .where('kind', '=', kind)
        .where('symbol', '=', symbol)
        .orderBy('session_date')
        .execute()
      return rows.map((row) => row.session_date)
    },

    /** What is stored of some sessions, without its content. */
    async heads(
      kind: SessionKind,
      symbol: string,
      { from, to }: { readonly from: string; readonly to: string },
    ): Promise<{ readonly id: string; readonly sessionDate: string }[]> {
      const rows = await db
        .selectFrom('market_sessions')
        .select(['id', 'session_date'])
        .where('kind', '=', kind)
        .where('symbol', '=', symbol)
        .where('session_date', '>=', from)
        .where('session_date', '<=', to)
        .orderBy('session_date')
        .execute()
      return rows.map((row) => ({ id: row.id, sessionDate: row.session_date }))
    },

    async coverage(kind: SessionKind): Promise<Coverage[]> {
      return await db
        .selectFrom('market_sessions')
        .select(({ fn }) => ['symbol', fn.min('session_date').as('from'), fn.max('session_date').as('to')])
        .where('kind', '=', kind)
        .groupBy('symbol')
        .orderBy('symbol')
        .execute()
    },
  }
}

/** Packing is done before the transaction, which blocks other writers. */
export function packSession<Kind extends SessionKind>(
  id: string,
  kind: Kind,
  { symbol, sessionDate, count, ...columns }: SessionTables[Kind],
  replaces: string | null,
): PackedSession {
  const content = packColumns({ meta: null, columns: columns as unknown as Record<string, Column> })
  const row = { id, kind, symbol, session_date: sessionDate, row_count: count, encoding: SESSION_ENCODING, content }
  return { replaces, row }
}

function tableOf<Kind extends SessionKind>(
  symbol: string,
  sessionDate: string,
  columns: Readonly<Record<string, Column>>,
): SessionTables[Kind] {
  const count = Object.values(columns)[0]?.length ?? 0
  return { symbol, sessionDate, count, ...columns } as unknown as SessionTables[Kind]
}
