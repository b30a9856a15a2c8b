import type { Connection } from '../../store/connection.ts'
import type { DailyBar } from '../domain/stocks/bar.ts'
import type { Coverage } from './chains.ts'
import type { DailyBarRow, MarketTables } from './tables.ts'

/** Rows per statement: eight values each, far below the parameter limits of both engines. */
const BATCH = 500

export interface BarRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Daily prices as they were traded; adjusting them for splits is the reader's business. */
export function dailyBars({ db }: Connection<MarketTables>) {
  return {
    /** In date order, `from` and `to` included. */
    async range(symbol: string, { from, to }: BarRange): Promise<DailyBar[]> {
      let query = db.selectFrom('daily_bars').selectAll().where('symbol', '=', symbol)
      if (from !== undefined) query = query.where('bar_date', '>=', from)
      if (to !== undefined) query = query.where('bar_date', '<=', to)
      return (await query.orderBy('bar_date').execute()).map(fromRow)
    },

    async latest(symbol: string, notAfter?: string): Promise<DailyBar | undefined> {
      let query = db.selectFrom('daily_bars').selectAll().where('symbol', '=', symbol)
      if (notAfter !== undefined) query = query.where('bar_date', '<=', notAfter)
      const row = await query.orderBy('bar_date', 'desc').limit(1).executeTakeFirst()
      return row && fromRow(row)
    },

    /** A bar of the same day is replaced, except that a derived bar never replaces one that a source published. */
    async put(symbol: string, bars: readonly DailyBar[], { derived }: { readonly derived: boolean }): Promise<void> {
      for (let start = 0; start < bars.length; start += BATCH) {
        const rows = bars.slice(start, start + BATCH).map((bar) => toRow(symbol, bar, derived))
        await db
          .insertInto('daily_bars')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['symbol', 'bar_date'])
              .doUpdateSet(({ ref }) => ({
                open_price: ref('excluded.open_price'),
                high_price: ref('excluded.high_price'),
                low_price: ref('excluded.low_price'),
                close_price: ref('excluded.close_price'),
                volume: ref('excluded.volume'),
                is_derived: ref('excluded.is_derived'),
              }))
              .whereRef('excluded.is_derived', '<=', 'daily_bars.is_derived'),
          )
          .execute()
      }
    },

    async coverage(): Promise<Coverage[]> {
      return await db
        .selectFrom('daily_bars')
        .select(({ fn }) => ['symbol', fn.min('bar_date').as('from'), fn.max('bar_date').as('to')])
        .groupBy('symbol')
        .orderBy('symbol')
        .execute()
    },
  }
}

function toRow(symbol: string, bar: DailyBar, derived: boolean): DailyBarRow {
  return {
    symbol,
    bar_date: bar.date,
    open_price: bar.open,
    high_price: bar.high,
    low_price: bar.low,
    close_price: bar.close,
    volume: Number.isNaN(bar.volume) ? null : bar.volume,
    is_derived: derived ? 1 : 0,
  }
}

function fromRow(row: DailyBarRow): DailyBar {
  return {
    date: row.bar_date,
    open: row.open_price,
    high: row.high_price,
    low: row.low_price,
    close: row.close_price,
    volume: row.volume ?? Number.NaN,
  }
}
