/** News in the order of publication. The vendor sorts by the last change of an article, which is never earlier. */

import { UnderlyingSymbol } from '../../../contract/underlying-symbol.ts'
import type { NewsItem } from '../../../domain/news-item.ts'
import type { NewsQuery } from '../../../ports/market-source.ts'
import { symbolOfSpelling } from '../../known-symbols.ts'
import { type AlpacaRest, eachPage, msOf, RowReader } from './rest.ts'
import { Article, NewsPage } from './schema.ts'

const ARTICLES_A_PAGE = 50
const MAX_PAGES = 40

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

export async function fetchNews(
  rest: AlpacaRest,
  { symbol, since, after, limit }: NewsQuery,
  untilMs: number,
): Promise<readonly NewsItem[]> {
  const reader = new RowReader(Article)
  const found: NewsItem[] = []
  const until = new Date(untilMs).toISOString()
  const isAsked = ({ publishedAt, id }: NewsItem) =>
    publishedAt >= since && publishedAt <= until && (!after || isBefore({ publishedAt, id }, after))
  const query = { symbols: symbol, start: since, end: until, sort: 'desc', limit: ARTICLES_A_PAGE }
  const onPage = (page: { readonly news?: unknown[] | null | undefined }): boolean => {
    let changedMs = Number.NEGATIVE_INFINITY
    for (const row of page.news ?? []) {
      const article = reader.read(row)
      if (!article) continue
      changedMs = msOf(article.updated_at)
      const item = itemOf(article)
      if (isAsked(item)) found.push(item)
    }
    // What is still to come was changed, so also published, no later than the last of this page.
    const safe = found.filter(({ publishedAt }) => Date.parse(publishedAt) > changedMs).length
    return safe < limit
  }
  await eachPage(rest.data, { path: '/v1beta1/news', query }, NewsPage, onPage, { mostPages: MAX_PAGES })
  reader.finish(rest.health, 'news')
  return found.sort((a, b) => (isBefore(a, b) ? 1 : -1)).slice(0, limit)
}

/** Whether an article stands after another in the order of answers: newest first, of one instant by id downwards. */
function isBefore(a: Pick<NewsItem, 'publishedAt' | 'id'>, b: Pick<NewsItem, 'publishedAt' | 'id'>): boolean {
  return a.publishedAt < b.publishedAt || (a.publishedAt === b.publishedAt && a.id < b.id)
}

function itemOf(article: Article): NewsItem {
  const url = article.url ? URL.parse(article.url) : null
  return {
    id: `alpaca:${article.id}`,
    publishedAt: new Date(msOf(article.created_at)).toISOString(),
    headline: plainText(article.headline),
    summary: plainText(article.summary ?? '') || null,
    source: article.source ?? null,
    // Anything but a web address could run when it is clicked.
    url: url && /^https?:$/.test(url.protocol) ? url.href : null,
    symbols: article.symbols.flatMap((text) => UnderlyingSymbol.safeParse(symbolOfSpelling(text)).data ?? []).sort(),
    sentiment: null,
  }
}

/** Headlines come with entities of HTML, summaries with tags now and then; both are text here. */
function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code: string | undefined, name: string | undefined) => {
      if (code !== undefined) return characterOf(Number(code))
      return ENTITIES.get(name ?? '') ?? whole
    })
    .replace(/\s+/g, ' ')
    .trim()
}

/** Halves of a character are none. */
function characterOf(code: number): string {
  return code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code)
}
