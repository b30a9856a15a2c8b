/**
 * News: published_at (an instant), headline and, where known, id, summary, source (the publisher), url (http or https),
 * symbols (separated by spaces, commas or semicolons), sentiment (bullish, bearish, neutral).
 */

import { UnderlyingSymbol } from '../contract/underlying-symbol.ts'
import { NEWS_SENTIMENTS, type NewsItem } from '../domain/news-item.ts'
import { type Entry, eachEntry, hasFields, instantIn } from './entries.ts'
import { slug } from './event-entries.ts'
import type { ReadLog } from './read-log.ts'
import type { ImportFormat, ReadRequest } from './reading.ts'

const LONGEST_HEADLINE = 500
const LONGEST_SUMMARY = 20_000
const LONGEST_WORD = 200
const LONGEST_URL = 2_000

export const newsEntries: ImportFormat = {
  name: 'news',
  kind: 'news',
  title: 'a list of news',
  usesName: false,
  recognises: (source) => hasFields(source, ['headline', 'published_at']),
  async read(source, request, log) {
    const items: NewsItem[] = []
    await eachEntry(source, ['headline', 'published_at'], log, (entry) => {
      const item = itemOf(entry, request, log)
      if (item) items.push(item)
    })
    log.taken += items.length
    return [{ type: 'news', items }]
  },
}

function itemOf(entry: Entry, request: ReadRequest, log: ReadLog): NewsItem | null {
  const ms = instantIn(entry.text('published_at'))
  const headline = entry.prose('headline', LONGEST_HEADLINE)
  if (ms === null || headline === null) {
    entry.refuse(ms === null ? 'published_at' : 'headline', 'an article has a headline and an instant with a time zone')
    return null
  }
  const publishedAt = new Date(ms).toISOString()
  const url = urlOf(entry, log)
  const sentiment = entry.word('sentiment', NEWS_SENTIMENTS, null)
  return {
    id: entry.prose('id', LONGEST_WORD) ?? url ?? `${publishedAt}:${slug(headline)}`,
    publishedAt,
    headline,
    summary: entry.prose('summary', LONGEST_SUMMARY),
    source: entry.prose('source', LONGEST_WORD),
    url,
    symbols: symbolsOf(entry, request, log),
    sentiment,
  }
}

/** Anything but a web address could run when it is clicked. */
function urlOf(entry: Entry, log: ReadLog): string | null {
  const text = entry.prose('url', LONGEST_URL)
  if (text === null) return null
  const url = URL.parse(text)
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href
  log.refuseValue(entry.row, 'url', text, 'not a web address')
  return null
}

function symbolsOf(entry: Entry, request: ReadRequest, log: ReadLog): string[] {
  const symbols = new Set<string>(request.symbol === undefined ? [] : [request.symbol])
  for (const text of entry.text('symbols').split(/[\s,;]+/)) {
    if (text === '') continue
    const symbol = UnderlyingSymbol.safeParse(text)
    if (symbol.success) symbols.add(symbol.data)
    else log.refuseValue(entry.row, 'symbols', text, 'not a symbol')
  }
  return [...symbols].sort()
}
