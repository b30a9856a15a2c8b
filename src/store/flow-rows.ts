/**
 * Rows of flow of live sources, newest first by time, then by symbol and place on the tape. A page costs what its rows
 * cost, however many are stored.
 */
import { type RawBuilder, sql } from 'kysely'
import type { FlowFilters } from '../domain/flow/flow-filter.ts'
import type { FlowRow } from '../domain/flow/flow-row.ts'
import type { FlowSums } from '../domain/flow/flow-sums.ts'
import type { Connection } from './engine.ts'
import { fromFlowRowRow, toFlowRowRow } from './flow-row-columns.ts'
import type { FlowRowRow } from './flow-tables.ts'

export interface FlowPlace {
  readonly executedAtMs: number
  readonly symbol: string
  readonly sequence: number
}

export interface FlowRowQuery {
  readonly filters: FlowFilters
  readonly sessionDate?: string | undefined
  /** The last row of the page before. */
  readonly after?: FlowPlace | undefined
  readonly limit: number
}

const CENTS = 100
/** SQLite takes 32,766 values in a statement. */
const ROWS_A_STATEMENT = 500
/** What the smaller indexes hold, in the words of the migration: an engine uses them for a condition that it can see. */
const LARGE_CENTS = 10_000_000
const UNUSUAL = 60

export function flowRows({ db }: Connection) {
  return {
    /** As the rows stand now, in place of what was stored of them. */
    async put(rows: readonly FlowRow[]): Promise<void> {
      for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
        await db
          .insertInto('flow_rows')
          .values(rows.slice(from, from + ROWS_A_STATEMENT).map(toFlowRowRow))
          .onConflict((conflict) =>
            conflict.columns(['symbol', 'session_date', 'sequence']).doUpdateSet((eb) => ({
              executed_at: eb.ref('excluded.executed_at'),
              side: eb.ref('excluded.side'),
              size: eb.ref('excluded.size'),
              premium_cents: eb.ref('excluded.premium_cents'),
              trade_type: eb.ref('excluded.trade_type'),
              sentiment: eb.ref('excluded.sentiment'),
              aggressor: eb.ref('excluded.aggressor'),
              unusual_score: eb.ref('excluded.unusual_score'),
              alert_types: eb.ref('excluded.alert_types'),
              detail: eb.ref('excluded.detail'),
            })),
          )
          .execute()
      }
    },

    /** Rows that stand no longer: merged into another, or taken back. */
    async withdraw(symbol: string, sessionDate: string, sequences: readonly number[]): Promise<void> {
      for (let from = 0; from < sequences.length; from += ROWS_A_STATEMENT) {
        await db
          .deleteFrom('flow_rows')
          .where('symbol', '=', symbol)
          .where('session_date', '=', sessionDate)
          .where('sequence', 'in', sequences.slice(from, from + ROWS_A_STATEMENT))
          .execute()
      }
    },

    async page({ filters, sessionDate, after, limit }: FlowRowQuery): Promise<FlowRow[]> {
      const rows = await sql<FlowRowRow>`
        select * from flow_rows where ${sql.join(conditions(filters, sessionDate, after), sql` and `)}
        order by executed_at desc, symbol, sequence desc limit ${limit}`.execute(db)
      return rows.rows.map(fromFlowRowRow)
    },

    /** All rows of a session, in the order of the tape. */
    async session(symbol: string, sessionDate: string): Promise<FlowRow[]> {
      const rows = await db
        .selectFrom('flow_rows')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('session_date', '=', sessionDate)
        .orderBy('sequence')
        .execute()
      return rows.map(fromFlowRowRow)
    },

    /** All rows of a session that pass, added up; premiums in cents as `addRow` leaves them. */
    async sums(symbol: string, sessionDate: string, filters: FlowFilters): Promise<FlowSums> {
      const own = [sql`symbol = ${symbol}`, sql`session_date = ${sessionDate}`, ...narrowing(filters)]
      const { rows } = await sql<SumRow>`
        select substr(option_symbol, 13, 1) as kind, aggressor, sentiment, count(*) as row_count, sum(size) as volume,
          coalesce(sum(premium_cents), 0) as cents
        from flow_rows where ${sql.join(own, sql` and `)} group by 1, 2, 3`.execute(db)
      return addedUp(rows)
    },
  }
}

interface SumRow {
  readonly kind: string
  readonly aggressor: number
  readonly sentiment: string
  readonly row_count: number
  readonly volume: number
  readonly cents: number
}

function addedUp(rows: readonly SumRow[]): FlowSums {
  const sum = (of: (row: SumRow) => boolean, value: (row: SumRow) => number) =>
    rows.reduce((total, row) => (of(row) ? total + Number(value(row)) : total), 0)
  const isCall = ({ kind }: SumRow) => kind === 'C'
  const isPut = (row: SumRow) => !isCall(row)
  const cents = ({ cents }: SumRow) => cents
  const volume = ({ volume }: SumRow) => volume
  return {
    rows: sum(
      () => true,
      ({ row_count }) => row_count,
    ),
    callVolume: sum(isCall, volume),
    putVolume: sum(isPut, volume),
    callPremium: sum(isCall, cents),
    putPremium: sum(isPut, cents),
    callsBought: sum((row) => isCall(row) && row.aggressor > 0, cents),
    callsSold: sum((row) => isCall(row) && row.aggressor < 0, cents),
    putsBought: sum((row) => isPut(row) && row.aggressor > 0, cents),
    putsSold: sum((row) => isPut(row) && row.aggressor < 0, cents),
    bullishPremium: sum((row) => row.sentiment === 'bullish', cents),
    bearishPremium: sum((row) => row.sentiment === 'bearish', cents),
    neutralPremium: sum((row) => row.sentiment === 'neutral', cents),
  }
}

function conditions(filters: FlowFilters, sessionDate: string | undefined, after: FlowPlace | undefined) {
  const own: RawBuilder<unknown>[] = [sql`1 = 1`]
  if (filters.symbol !== undefined) own.push(sql`symbol = ${filters.symbol}`)
  if (sessionDate !== undefined) own.push(sql`session_date = ${sessionDate}`)
  if (after) {
    const { executedAtMs, symbol, sequence } = after
    own.push(sql`executed_at <= ${executedAtMs}`)
    own.push(
      sql`(executed_at < ${executedAtMs} or symbol > ${symbol} or (symbol = ${symbol} and sequence < ${sequence}))`,
    )
  }
  return [...own, ...narrowing(filters)]
}

function narrowing(filters: FlowFilters): RawBuilder<unknown>[] {
  const { optionType, side, tradeType, sentiment, alertType, sinceMs, untilMs } = filters
  const own: RawBuilder<unknown>[] = [...bounds(filters)]
  if (optionType !== undefined) own.push(sql`substr(option_symbol, 13, 1) = ${optionType === 'call' ? 'C' : 'P'}`)
  if (side !== undefined) own.push(sql`side = ${side}`)
  if (tradeType !== undefined) own.push(sql`trade_type = ${tradeType}`)
  if (sentiment !== undefined) own.push(sql`sentiment = ${sentiment}`)
  if (alertType !== undefined) {
    // With blanks around, so that no name is found inside another.
    const held = sql`' ' || alert_types || ' '`
    own.push(sql`replace(${held}, ${` ${alertType} `}, '') <> ${held}`)
  }
  if (sinceMs !== undefined) own.push(sql`executed_at >= ${sinceMs}`)
  if (untilMs !== undefined) own.push(sql`executed_at < ${untilMs}`)
  return own
}

function bounds({ minPremium, maxPremium, minSize, minUnusualScore, dteMin, dteMax }: FlowFilters) {
  const own: RawBuilder<unknown>[] = []
  if (minPremium !== undefined) {
    if (CENTS * minPremium >= LARGE_CENTS) own.push(sql.raw(`premium_cents >= ${LARGE_CENTS}`))
    own.push(sql`premium_cents >= ${CENTS * minPremium}`)
  }
  if (maxPremium !== undefined) own.push(sql`premium_cents <= ${CENTS * maxPremium}`)
  if (minSize !== undefined) own.push(sql`size >= ${minSize}`)
  if (minUnusualScore !== undefined) {
    if (minUnusualScore >= UNUSUAL) own.push(sql.raw(`unusual_score >= ${UNUSUAL}`))
    own.push(sql`unusual_score >= ${minUnusualScore}`)
  }
  if (dteMin !== undefined) own.push(sql`dte >= ${dteMin}`)
  if (dteMax !== undefined) own.push(sql`dte <= ${dteMax}`)
  return own
}
