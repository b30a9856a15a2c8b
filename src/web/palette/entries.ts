/** What the palette finds: symbols, pages and actions, the likeliest first. */
import { findSymbol, type ListedSymbol } from '../../market/domain/stocks/symbol-search.ts'
import { type PageName, pathTo } from '../paths.ts'

export interface Entry {
  readonly kind: 'symbol' | 'page' | 'action'
  readonly title: string
  /** Name of a company, or what an action does. */
  readonly note: string
  /** Address that it opens. */
  readonly href: string
}

export interface Searchable {
  readonly symbols: readonly ListedSymbol[]
  /** Symbols that were opened before, the last one first. */
  readonly recent: readonly string[]
  readonly date: string | null
}

const MAX_ENTRIES = 9

const PAGES: readonly (readonly [PageName, string, string])[] = [
  ['market', 'Market', 'Indices, sentiment and leaders'],
  ['watchlist', 'Watchlist', 'Your symbols with their figures of now'],
  ['screener', 'Screener', 'All symbols that pass filters, compared and saved'],
  ['flow', 'Flow', 'The tape of option trades'],
  ['unusual', 'Unusual', 'Prints with a high score'],
  ['ideas', 'Trade ideas', 'Open and ended ideas, track record'],
  ['notifications', 'Notifications', 'Everything that rang'],
  ['alerts', 'Alerts', 'Your rules'],
  ['newAlert', 'Create alert', 'A new rule'],
  ['settings', 'Settings', 'Channels, quiet hours, watchlist'],
  ['apiKeys', 'API keys', 'Keys of programs'],
  ['connectedApps', 'Connected apps', 'Assistants that may read'],
  ['account', 'Account', 'Plan and profile'],
  ['security', 'Security', 'Sessions, password, passkeys'],
  ['ledger', 'Ledger', 'What the receiver did'],
  ['scorecard', 'Scorecard', 'What the decisions were worth'],
]

const OF_SYMBOL: readonly (readonly [PageName, string])[] = [
  ['symbolFlow', 'Flow'],
  ['symbolVolatility', 'Volatility'],
  ['symbolExposure', 'Exposure'],
  ['symbolStrategy', 'Strategy builder'],
  ['symbolStrategies', 'Find strategies'],
  ['symbolChain', 'Option chain'],
  ['symbolEvents', 'Events'],
]

/**
 * Without a text the recent symbols, then the pages. With one: the symbol that it certainly means with its pages, pages
 * that begin with it, other symbols, then pages that contain it in a word or their description.
 */
export function foundEntries(text: string, { symbols, recent, date }: Searchable): readonly Entry[] {
  const names = new Map(symbols.map(({ symbol, name }) => [symbol, name ?? '']))
  const entryOf = (symbol: string): Entry => ({
    kind: 'symbol',
    title: symbol,
    note: names.get(symbol) ?? '',
    href: pathTo('symbol', { symbol }, { date }),
  })
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...recent.map(entryOf), ...PAGES.map(pageEntry)].slice(0, MAX_ENTRIES)
  const { symbol, candidates } = findSymbol(text, symbols)
  const begins = PAGES.filter(([, title]) => title.toLowerCase().startsWith(wanted))
  const contains = PAGES.filter((page) => !begins.includes(page) && wordsOf(page).some((it) => it.startsWith(wanted)))
  const known = candidates.toSorted((a, b) => recentRank(a, recent) - recentRank(b, recent))
  return [
    ...(symbol === null ? [] : [entryOf(symbol)]),
    ...begins.map(pageEntry),
    ...known.filter((it) => it !== symbol).map(entryOf),
    ...(symbol === null ? [] : OF_SYMBOL.map(([page, title]) => symbolPage(entryOf(symbol), page, title, date))),
    ...contains.map(pageEntry),
  ].slice(0, MAX_ENTRIES)
}

function recentRank(symbol: string, recent: readonly string[]): number {
  const place = recent.indexOf(symbol)
  return place < 0 ? recent.length : place
}

function pageEntry([page, title, note]: (typeof PAGES)[number]): Entry {
  return { kind: page === 'newAlert' ? 'action' : 'page', title, note, href: pathTo(page) }
}

function symbolPage({ title: symbol, note }: Entry, page: PageName, title: string, date: string | null): Entry {
  return { kind: 'page', title: `${symbol} ${title.toLowerCase()}`, note, href: pathTo(page, { symbol }, { date }) }
}

function wordsOf([, title, note]: (typeof PAGES)[number]): readonly string[] {
  return `${title} ${note}`.toLowerCase().split(/[^a-z]+/)
}
