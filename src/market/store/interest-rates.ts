import type { Connection } from '../../store/connection.ts'
import { continuousRate, type InterestRates, type PublishedRate, tenorYears } from '../domain/interest-rates.ts'
import type { MarketTables } from './tables.ts'

/** Imported risk-free rates by day. */
export function interestRates({ db }: Connection<MarketTables>) {
  return {
    /** Those of the last day from `from` on that were public at an instant (ISO 8601). */
    async latest(knownAt: string, from: string): Promise<InterestRates | undefined> {
      const last = await db
        .selectFrom('interest_rates')
        .select(({ fn }) => fn.max('rate_date').as('date'))
        .where('known_at', '<=', knownAt)
        .where('rate_date', '>=', from)
        .executeTakeFirst()
      const date = last?.date ?? null
      if (date === null) return undefined
      const rows = await db
        .selectFrom('interest_rates')
        .select(['tenor', 'rate_percent'])
        .where('rate_date', '=', date)
        .where('known_at', '<=', knownAt)
        .execute()
      const points = rows.map((row) => ({ years: tenorYears(row.tenor), rate: continuousRate(row.rate_percent) }))
      return { date, points: points.sort((a, b) => a.years - b.years) }
    },

    /** Replaces the rate of the same day and tenor; the earlier `known_at` is preserved. */
    async put(rates: readonly PublishedRate[]): Promise<void> {
      for (const { date, tenor, percent, knownAt } of rates) {
        await db
          .insertInto('interest_rates')
          .values({ rate_date: date, tenor, rate_percent: percent, known_at: knownAt })
          .onConflict((conflict) =>
            conflict.columns(['rate_date', 'tenor']).doUpdateSet(({ eb, ref }) => ({
              rate_percent: percent,
              known_at: eb
                .case()
                .when('interest_rates.known_at', '<', knownAt)
                .then(ref('interest_rates.known_at'))
                .else(knownAt)
                .end(),
            })),
          )
          .execute()
      }
    },
  }
}
