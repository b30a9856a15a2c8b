import type { Connection } from '../../store/connection.ts'
import type { NewsItem } from '../domain/news-item.ts'
import type { MarketTables, NewsItemRow } from './tables.ts'

export interface NewsQuery {
  readonly symbol?: string | undefined
  /** Instants; articles published at or before `until` and, if given, at or after `since`. */
  readonly since?: string | undefined
  readonly until: string
  /** Only what comes after this article in the order of the answer. */
  readonly after?: { readonly publishedAt: string; readonly id: string } | undefined
  readonly limit: number
}

/** Published articles, newest first. */
export function news({ db }: Connection<MarketTables>) {
  return {
    async list({ symbol, since, until, after, limit }: NewsQuery): Promise<NewsItem[]> {
      let query = db.selectFrom('news_items').selectAll('news_items').where('news_items.published_at', '<=', until)
      if (since !== undefined) query = query.where('news_items.published_at', '>=', since)
      if (symbol !== undefined) {
        query = query.where('id', 'in', (mentions) =>
          mentions.selectFrom('news_symbols').select('news_id').where('news_symbols.symbol', '=', symbol),
        )
      }
      if (after !== undefined) {
        query = query.where(({ eb, and, or }) =>
          or([
            eb('published_at', '<', after.publishedAt),
            and([eb('published_at', '=', after.publishedAt), eb('id', '<', after.id)]),
          ]),
        )
      }
      const rows = await query.orderBy('published_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      if (rows.length === 0) return []
      const ids = rows.map((row) => row.id)
      const mentions = await db
        .selectFrom('news_symbols')
        .select(['news_id', 'symbol'])
        .where('news_id', 'in', ids)
        .orderBy('symbol')
        .execute()
      return rows.map((row) =>
        fromRow(
          row,
          mentions.flatMap((it) => (it.news_id === row.id ? [it.symbol] : [])),
        ),
      )
    },

    /** An article of the same id is replaced. */
    async put(items: readonly NewsItem[]): Promise<void> {
      for (const { id, publishedAt, symbols, ...rest } of items) {
        const values = { published_at: publishedAt, ...rest }
        await db
          .insertInto('news_items')
          .values({ id, ...values })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
          .execute()
        await db.deleteFrom('news_symbols').where('news_id', '=', id).execute()
        for (const symbol of symbols) {
          await db.insertInto('news_symbols').values({ symbol, news_id: id, published_at: publishedAt }).execute()
        }
      }
    },
  }
}

function fromRow(row: NewsItemRow, symbols: readonly string[]): NewsItem {
  return {
    id: row.id,
    publishedAt: row.published_at,
    headline: row.headline,
    summary: row.summary,
    source: row.source,
    url: row.url,
    symbols,
    sentiment: row.sentiment as NewsItem['sentiment'],
  }
}
