import { type SelectQueryBuilder, sql } from 'kysely'

/** A page of a list; it starts after the row `beforeId`, or with the newest row. */
export interface Page {
  readonly beforeId?: string | undefined
  readonly limit: number
}

/** For `$call` on a query of a table whose ids rise with time. */
export function newestFirst({ beforeId, limit }: Page) {
  return <Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>) =>
    query
      .$if(beforeId !== undefined, (all) => all.where(sql<boolean>`${sql.ref('id')} < ${beforeId}`))
      .orderBy(sql.ref('id'), 'desc')
      .limit(limit)
}
