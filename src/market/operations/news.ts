import { z } from 'zod'
import { cursorParts, NextRowCursor, RowCursor } from '../../catalogue/row-page.ts'
import { writeCursor } from '../../lib/text/cursor.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { Instant } from '../contract/instant.ts'
import { TradingDate } from '../contract/trading-date.ts'
import { UnderlyingSymbol } from '../contract/underlying-symbol.ts'
import { NEWS_SENTIMENTS } from '../domain/news-item.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { defineOperation } from './context.ts'
import { envelope, envelopedSelection } from './envelope.ts'
import { startsByDate } from './ordered-bounds.ts'

const USUAL_MS = 7 * DAY_MS

const Article = z
  .object({
    id: z.string().describe('Identity of the article in its source.'),
    published_at: z.iso.datetime().describe('UTC.'),
    headline: z.string().describe('Headline.'),
    summary: z.string().nullable().describe('Summary, where there is one.'),
    source: z.string().nullable().describe('The publisher.'),
    url: z.string().nullable().describe('Where the article is.'),
    symbols: z.array(z.string()).describe('Symbols that it names, in alphabetical order.'),
    sentiment: z.enum(NEWS_SENTIMENTS).nullable().describe('As the source marks it; null when it does not.'),
  })
  .meta({ id: 'NewsArticle' })

const Input = startsByDate(
  z.object({
    symbol: UnderlyingSymbol.optional(),
    since: Instant.optional().describe('From this instant or date; by default the last 7 days.'),
    limit: z.int().min(1).max(200).default(50).describe('Maximum number of articles.'),
    cursor: RowCursor,
    date: TradingDate.optional(),
  }),
  'since',
)

export const newsOperation = defineOperation({
  name: 'news',
  title: 'News',
  description: 'Articles of the market source, newest first. For a past date, those published by its close.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/news', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(
    z.object({
      since: z.iso.datetime().describe('Begin of the window that was served, UTC; it ends at as_of.'),
      data: z.array(Article).describe('Articles, newest first.'),
      next_cursor: NextRowCursor,
    }),
  ),
  example: { symbol: 'AAPL', limit: 5 },
  concise: {
    view: '10 articles.',
    narrow: 'give symbol or since',
    table: {
      list: 'data',
      columns: ['published_at', 'headline', 'summary', 'source', 'symbols', 'sentiment'],
      maxRows: 10,
    },
  },
  foreignTexts: ['id', 'headline', 'summary', 'source', 'url'],
  async run({ symbol, since, limit, cursor, date }, { viewAt }) {
    const view = await viewAt(date)
    const moment = await view.moment()
    const sinceMs = since === undefined ? moment.asOfMs - USUAL_MS : Date.parse(since)
    const begin = new Date(sinceMs).toISOString()
    const [publishedAt = '', id = ''] = cursorParts(cursor, 2) ?? []
    const after = cursor === undefined ? undefined : { publishedAt, id }
    const { data, warnings } = await view.news({ symbol, since: begin, after, limit: limit + 1 })
    const rows = data.slice(0, limit)
    const last = rows.at(-1)
    return {
      symbol: symbol ?? null,
      ...envelope(view, { ...moment, warnings }),
      since: begin,
      data: rows.map(({ publishedAt: published_at, symbols, ...rest }) => ({
        ...rest,
        published_at,
        symbols: [...symbols],
      })),
      next_cursor: data.length > limit && last ? writeCursor([last.publishedAt, last.id]) : null,
    }
  },
})
