import type { Connection } from '../../store/connection.ts'
import type { CorporateAction, TickerPeriod } from '../domain/stocks/corporate-action.ts'
import type { CorporateActionRow, MarketTables } from './tables.ts'

/** Splits, dividends and former tickers. */
export function corporateActions({ db }: Connection<MarketTables>) {
  return {
    /** In order of the ex-date, only what was public at an instant; all of it without one. */
    async known(symbol: string, atOrBefore?: string): Promise<CorporateAction[]> {
      let query = db.selectFrom('corporate_actions').selectAll().where('symbol', '=', symbol)
      if (atOrBefore !== undefined) query = query.where('known_at', '<=', atOrBefore)
      return (await query.orderBy('ex_date').orderBy('kind').execute()).map(fromRow)
    },

    /** Replaces an action of the same symbol, kind and ex-date; the earlier `known_at` is preserved. */
    async put(actions: readonly CorporateAction[]): Promise<void> {
      for (const { symbol, kind, exDate, value, knownAt } of actions) {
        await db
          .insertInto('corporate_actions')
          .values({ symbol, kind, ex_date: exDate, action_value: value, known_at: knownAt })
          .onConflict((conflict) =>
            conflict.columns(['symbol', 'kind', 'ex_date']).doUpdateSet(({ eb, ref }) => ({
              action_value: value,
              known_at: eb
                .case()
                .when('corporate_actions.known_at', '<', knownAt)
                .then(ref('corporate_actions.known_at'))
                .else(knownAt)
                .end(),
            })),
          )
          .execute()
      }
    },

    async tickerPeriods(symbol: string): Promise<TickerPeriod[]> {
      const rows = await db
        .selectFrom('ticker_periods')
        .selectAll()
        .where('symbol', '=', symbol)
        .orderBy('from_date')
        .execute()
      return rows.map((row) => ({ symbol: row.symbol, ticker: row.ticker, from: row.from_date, to: row.to_date }))
    },

    /** Replaces the ticker history of a symbol. */
    async putTickerPeriods(symbol: string, periods: readonly TickerPeriod[]): Promise<void> {
      await db.deleteFrom('ticker_periods').where('symbol', '=', symbol).execute()
      for (const { ticker, from, to } of periods) {
        await db.insertInto('ticker_periods').values({ symbol, ticker, from_date: from, to_date: to }).execute()
      }
    },
  }
}

function fromRow(row: CorporateActionRow): CorporateAction {
  return {
    symbol: row.symbol,
    kind: row.kind as CorporateAction['kind'],
    exDate: row.ex_date,
    value: row.action_value,
    knownAt: row.known_at,
  }
}
