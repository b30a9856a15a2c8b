/**
 * Flow rows of live sources. The cost of a page of the newest rows does not depend on the number of stored rows; other
 * orders read all matching rows.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { FlowFilters } from '../domain/flow-filter.ts'
import type { FlowPlace, FlowSort } from '../domain/flow-order.ts'
import type { FlowRow } from '../domain/flow-row.ts'
import { CENTS, type FlowSums } from '../domain/sums/flow-sums.ts'
import { fromFlowRowRow, toFlowRowRow } from './flow-row-columns.ts'
import type { FlowRowRow, FlowTables } from './tables.ts'

export interface FlowRowQuery {
  readonly filters: FlowFilters
  readonly sessionDate?: string | undefined
  readonly sort: FlowSort
  /** The last row of the previous page. */
  readonly after?: FlowPlace | undefined
  readonly limit: number
}

/** SQLite allows 32,766 values per statement. */
const ROWS_PER_STATEMENT = 500
/** Conditions of the partial indexes, as in the migration: SQLite uses them only for literal conditions. */
const LARGE_CENTS = 10_000_000
const UNUSUAL = 60

export function flowRows({ db }: Connection<FlowTables>) {
  return {
    /** Inserts or replaces rows. */
    async put(rows: readonly FlowRow[]): Promise<void> {
      for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
        await db
          .insertInto('flow_rows')
          .values(rows.slice(from, from + ROWS_PER_STATEMENT).map(toFlowRowRow))
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

    /** Deletes rows that were merged into another row or cancelled. */
    async withdraw(symbol: string, sessionDate: string, sequences: readonly number[]): Promise<void> {
      for (let from = 0; from < sequences.length; from += ROWS_PER_STATEMENT) {
        await db
          .deleteFrom('flow_rows')
          .where('symbol', '=', symbol)
          .where('session_date', '=', sessionDate)
          .where('sequence', 'in', sequences.slice(from, from + ROWS_PER_STATEMENT))
          .execute()
      }
    },

    async page(query: FlowRowQuery): Promise<FlowRow[]> {
      const rows = await sql<FlowRowRow>`
        select * from flow_rows where ${sql.join(conditions(query), sql` and `)}
        order by ${sql.join([...valueOrder(query.sort), NEWEST_FIRST])} limit ${query.limit}`.execute(db)
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

    /** Sums of the matching rows of a session, in cents. */
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

function conditions({ filters, sessionDate, sort, after }: FlowRowQuery) {
  const own: RawBuilder<unknown>[] = [sql`1 = 1`]
  if (filters.symbol !== undefined) own.push(sql`symbol = ${filters.symbol}`)
  if (sessionDate !== undefined) own.push(sql`session_date = ${sessionDate}`)
  if (after) own.push(...beyond(after, sort))
  return [...own, ...narrowing(filters)]
}

/** The values of `flowPlace`. */
const SORT_COLUMNS: Readonly<Record<FlowSort, RawBuilder<unknown> | null>> = {
  newest: null,
  score: sql`unusual_score`,
  premium: sql`coalesce(premium_cents, -1)`,
  size: sql`size`,
}

const NEWEST_FIRST = sql`executed_at desc, symbol, sequence desc`

function valueOrder(sort: FlowSort): RawBuilder<unknown>[] {
  const column = SORT_COLUMNS[sort]
  return column ? [sql`${column} desc`] : []
}

/** Rows after a place. */
function beyond({ value, executedAtMs, symbol, sequence }: FlowPlace, sort: FlowSort): RawBuilder<unknown>[] {
  const older = sql`(executed_at < ${executedAtMs} or executed_at = ${executedAtMs}
    and (symbol > ${symbol} or symbol = ${symbol} and sequence < ${sequence}))`
  const column = SORT_COLUMNS[sort]
  // The first condition is for the index on time.
  if (!column) return [sql`executed_at <= ${executedAtMs}`, older]
  return [sql`${column} <= ${value}`, sql`(${column} < ${value} or ${older})`]
}

function narrowing(filters: FlowFilters): RawBuilder<unknown>[] {
  const { optionSymbol, optionType, side, tradeType, sentiment, alertType, sinceMs, untilMs } = filters
  const own: RawBuilder<unknown>[] = [...bounds(filters)]
  if (optionSymbol !== undefined) own.push(sql`option_symbol = ${optionSymbol}`)
  if (optionType !== undefined) own.push(sql`substr(option_symbol, 13, 1) = ${optionType === 'call' ? 'C' : 'P'}`)
  if (side !== undefined) own.push(sql`side = ${side}`)
  own.push(...oneOfMany(filters))
  if (tradeType !== undefined) own.push(sql`trade_type = ${tradeType}`)
  if (sentiment !== undefined) own.push(sql`sentiment = ${sentiment}`)
  if (alertType !== undefined) {
    // Surrounded by blanks, so that no name matches inside another.
    const padded = sql`' ' || alert_types || ' '`
    own.push(sql`replace(${padded}, ${` ${alertType} `}, '') <> ${padded}`)
  }
  if (sinceMs !== undefined) own.push(sql`executed_at >= ${sinceMs}`)
  if (untilMs !== undefined) own.push(sql`executed_at < ${untilMs}`)
  return own
}

function oneOfMany({ symbols, excludedSymbols, sides }: FlowFilters): RawBuilder<unknown>[] {
  const own: RawBuilder<unknown>[] = []
  if (symbols) own.push(symbols.length === 0 ? sql`1 = 0` : sql`symbol in (${sql.join(symbols)})`)
  if (excludedSymbols && excludedSymbols.length > 0) own.push(sql`symbol not in (${sql.join(excludedSymbols)})`)
  if (sides) own.push(sides.length === 0 ? sql`1 = 0` : sql`side in (${sql.join(sides)})`)
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
