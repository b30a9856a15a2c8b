/** Sums of flow rows by minute and by session. Premiums are in whole cents. */

import { orNull } from '../../lib/math/numbers.ts'
import type { Connection } from '../../store/connection.ts'
import type { FlowSums } from '../domain/sums/flow-sums.ts'
import type { FlowMinute } from '../domain/sums/net-flow.ts'
import type { FlowDayRow, FlowMinuteRow, FlowSumColumns, FlowTables } from './tables.ts'

export interface FlowDay {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  /** Name of the market source of the tape. */
  readonly source: string
  /** Warnings of the source about the tape. */
  readonly warnings: readonly string[]
  /** The session is over, and all of it is stored. */
  readonly isWhole: boolean
  readonly asOfMs: number
  /** Execution times of its first and last row. */
  readonly firstMs: number
  readonly lastMs: number
  readonly sums: FlowSums
}

export interface MinuteSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly minutes: readonly FlowMinute[]
}

export function flowTotals({ db }: Connection<FlowTables>) {
  return {
    /** Replaces all minutes within the bounds, both included. */
    async putMinutes(symbol: string, sessionDate: string, { fromMs, toMs, minutes }: MinuteSpan): Promise<void> {
      await db
        .deleteFrom('flow_minutes')
        .where('symbol', '=', symbol)
        .where('session_date', '=', sessionDate)
        .where('minute_ms', '>=', fromMs)
        .where('minute_ms', '<=', toMs)
        .execute()
      if (minutes.length === 0) return
      await db
        .insertInto('flow_minutes')
        .values(minutes.map((minute) => minuteRow(symbol, sessionDate, minute)))
        .execute()
    },

    /** In order of time. */
    async minutes(symbol: string, sessionDate: string): Promise<FlowMinute[]> {
      const rows = await db
        .selectFrom('flow_minutes')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('session_date', '=', sessionDate)
        .orderBy('minute_ms')
        .execute()
      return rows.map(minuteOf)
    },

    async putDay(day: FlowDay): Promise<void> {
      const row = dayRow(day)
      await db
        .insertInto('flow_days')
        .values(row)
        .onConflict((conflict) => conflict.columns(['session_date', 'symbol']).doUpdateSet(row))
        .execute()
    },

    async day(symbol: string, sessionDate: string): Promise<FlowDay | null> {
      const row = await db
        .selectFrom('flow_days')
        .selectAll()
        .where('session_date', '=', sessionDate)
        .where('symbol', '=', symbol)
        .executeTakeFirst()
      return row ? dayOf(row) : null
    },

    /** Of one symbol, in date order. */
    async daysOf(symbol: string, { from, before }: { from: string; before: string }): Promise<FlowDay[]> {
      const rows = await db
        .selectFrom('flow_days')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('session_date', '>=', from)
        .where('session_date', '<', before)
        .orderBy('session_date')
        .execute()
      return rows.map(dayOf)
    },

    /** All symbols, in order. */
    async days(sessionDate: string): Promise<FlowDay[]> {
      const rows = await db
        .selectFrom('flow_days')
        .selectAll()
        .where('session_date', '=', sessionDate)
        .orderBy('symbol')
        .execute()
      return rows.map(dayOf)
    },
  }
}

function minuteOf(row: FlowMinuteRow): FlowMinute {
  return {
    startMs: row.minute_ms,
    sums: sumsOf(row),
    underlyingPrice: row.underlying_price ?? Number.NaN,
    prices: {
      openPrice: row.price_open ?? Number.NaN,
      highPrice: row.price_high ?? Number.NaN,
      lowPrice: row.price_low ?? Number.NaN,
      hedge: row.hedge ?? Number.NaN,
    },
  }
}

function minuteRow(
  symbol: string,
  sessionDate: string,
  { startMs, sums, underlyingPrice, prices }: FlowMinute,
): FlowMinuteRow {
  return {
    symbol,
    session_date: sessionDate,
    minute_ms: startMs,
    underlying_price: orNull(underlyingPrice),
    price_open: orNull(prices.openPrice),
    price_high: orNull(prices.highPrice),
    price_low: orNull(prices.lowPrice),
    hedge: orNull(prices.hedge),
    ...columnsOf(sums),
  }
}

function dayRow({
  symbol,
  sessionDate,
  source,
  warnings,
  isWhole,
  asOfMs,
  firstMs,
  lastMs,
  sums,
}: FlowDay): FlowDayRow {
  return {
    session_date: sessionDate,
    symbol,
    source,
    warnings: JSON.stringify(warnings),
    is_whole: isWhole ? 1 : 0,
    as_of: asOfMs,
    first_at: firstMs,
    last_at: lastMs,
    ...columnsOf(sums),
  }
}

function dayOf(row: FlowDayRow): FlowDay {
  return {
    symbol: row.symbol,
    sessionDate: row.session_date,
    source: row.source,
    warnings: JSON.parse(row.warnings) as string[],
    isWhole: row.is_whole === 1,
    asOfMs: row.as_of,
    firstMs: row.first_at,
    lastMs: row.last_at,
    sums: sumsOf(row),
  }
}

function columnsOf(sums: FlowSums): FlowSumColumns {
  return {
    row_count: sums.rows,
    call_volume: sums.callVolume,
    put_volume: sums.putVolume,
    call_premium: sums.callPremium,
    put_premium: sums.putPremium,
    calls_bought: sums.callsBought,
    calls_sold: sums.callsSold,
    puts_bought: sums.putsBought,
    puts_sold: sums.putsSold,
    bullish_premium: sums.bullishPremium,
    bearish_premium: sums.bearishPremium,
    neutral_premium: sums.neutralPremium,
  }
}

function sumsOf(row: FlowSumColumns): FlowSums {
  return {
    rows: row.row_count,
    callVolume: row.call_volume,
    putVolume: row.put_volume,
    callPremium: row.call_premium,
    putPremium: row.put_premium,
    callsBought: row.calls_bought,
    callsSold: row.calls_sold,
    putsBought: row.puts_bought,
    putsSold: row.puts_sold,
    bullishPremium: row.bullish_premium,
    bearishPremium: row.bearish_premium,
    neutralPremium: row.neutral_premium,
  }
}
