/** What is kept of Alpaca's answers, and how often each kind is asked for again. */

import { AppError } from '../../../domain/errors.ts'
import type { DailyBar } from '../../../domain/market/bar.ts'
import type { CalendarEvent } from '../../../domain/market/calendar-event.ts'
import type { OptionChain } from '../../../domain/market/chain.ts'
import type { CorporateAction } from '../../../domain/market/corporate-action.ts'
import { newYorkDate } from '../../../domain/market/new-york-time.ts'
import type { NewsItem } from '../../../domain/market/news-item.ts'
import { lastSessionBefore } from '../../../domain/market/trading-calendar.ts'
import type { NewsQuestion } from '../../../ports/market-source.ts'
import { KeptAnswers, type KeptAnswersOptions } from '../kept-answers.ts'
import { fetchActions, fetchClosures } from './actions.ts'
import { type Contracts, chainOf, fetchContracts, fetchSnapshots, type Snapshots } from './chain.ts'
import { type Feeds, OPEN_SIP_MS } from './feeds.ts'
import { fetchNews } from './news.ts'
import type { AlpacaRest } from './rest.ts'
import { type AlpacaQuote, fetchBars, fetchQuote } from './stock.ts'

export interface Answers {
  readonly quotes: KeptAnswers<AlpacaQuote>
  readonly chains: KeptAnswers<ChainAnswer>
  readonly bars: KeptAnswers<readonly DailyBar[]>
  /** Of all symbols at once, under one key. */
  readonly actions: KeptAnswers<readonly CorporateAction[]>
  readonly closures: KeptAnswers<readonly CalendarEvent[]>
  news(question: NewsQuestion, untilMs: number): Promise<NewsAnswer>
}

export interface ChainAnswer {
  readonly chain: OptionChain
  readonly snapshots: Snapshots
  readonly fetchedAtMs: number
}

export interface NewsAnswer {
  readonly items: readonly NewsItem[]
  readonly stale: string | null
}

export const ALL = 'all'
const EVERY_MS = { quote: 5_000, chain: 30_000, news: 60_000 } as const
const SLOW_MS = { contracts: 3 * 3_600_000, bars: 3_600_000, actions: 6 * 3_600_000, closures: 12 * 3_600_000 } as const
const NIGHT_MS = 3 * 3_600_000
/** Quotes and trades of the last minutes, and those of indicative feeds, come in for a while after the close. */
const SETTLING_MS = OPEN_SIP_MS + 5 * 60_000

export function answers(rest: AlpacaRest, symbols: readonly string[], feeds: Feeds): Answers {
  const { nowMs, random, patience } = rest.clock
  const common = { nowMs, random, patience, health: rest.health }
  const make = <Value>(options: Omit<KeptAnswersOptions<Value>, keyof typeof common>) =>
    new KeptAnswers<Value>({ ...common, ...options })
  const quotes = make<AlpacaQuote>({
    kind: 'quote',
    limit: 1_000,
    isDue: (_value, checkedAtMs, now) => isDue(checkedAtMs, now, EVERY_MS.quote),
    ask: (symbol) => fetchQuote(rest, symbol, feeds),
  })
  const contracts = make<Contracts>({
    kind: 'contracts',
    limit: 64,
    isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, SLOW_MS.contracts),
    ask: (symbol) => fetchContracts(rest, symbol),
  })
  const newsKept = make<readonly NewsItem[]>({
    kind: 'news',
    limit: 200,
    isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, EVERY_MS.news),
    ask: (key) => fetchKeyedNews(rest, key),
  })
  return {
    quotes,
    chains: make<ChainAnswer>({
      kind: 'chain',
      limit: 64,
      isDue: (_value, checkedAtMs, now) => isDue(checkedAtMs, now, EVERY_MS.chain),
      ask: (symbol) => fetchChain(rest, symbol, { quotes, contracts, feeds }),
    }),
    bars: make<readonly DailyBar[]>({
      kind: 'bars',
      limit: 256,
      isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, SLOW_MS.bars),
      ask: (symbol) => fetchBars(rest, symbol, feeds),
    }),
    actions: make<readonly CorporateAction[]>({
      kind: 'actions',
      limit: 1,
      isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, SLOW_MS.actions),
      ask: () => fetchActions(rest, symbols),
    }),
    closures: make<readonly CalendarEvent[]>({
      kind: 'calendar',
      limit: 1,
      isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, SLOW_MS.closures),
      ask: () => fetchClosures(rest),
    }),
    async news(question, untilMs) {
      const { value, stale } = await newsKept.get(JSON.stringify({ question, untilMs }))
      return { items: value, stale }
    },
  }
}

async function fetchKeyedNews(rest: AlpacaRest, key: string): Promise<readonly NewsItem[]> {
  const { question, untilMs } = JSON.parse(key) as { question: NewsQuestion; untilMs: number | null }
  return await fetchNews(rest, question, untilMs ?? rest.clock.nowMs())
}

interface ChainParts extends Pick<Answers, 'quotes'> {
  readonly contracts: KeptAnswers<Contracts>
  readonly feeds: Feeds
}

async function fetchChain(
  rest: AlpacaRest,
  symbol: string,
  { quotes, contracts, feeds }: ChainParts,
): Promise<ChainAnswer> {
  const fetchedAtMs = rest.clock.nowMs()
  const listed = await orNull(() => contracts.get(symbol))
  const snapshots = await fetchSnapshots(rest, symbol, feeds)
  const priced = await orNull(() => quotes.get(symbol))
  const chain = chainOf({
    symbol,
    snapshots,
    contracts: listed,
    priceAt: (asOfMs) => priceAt(priced, asOfMs, rest.clock.nowMs()),
    feeds,
    nowMs: rest.clock.nowMs(),
  })
  return { chain, snapshots, fetchedAtMs }
}

/** A chain is worth answering without open interest, or without the price of the underlying, and says so. */
async function orNull<T>(ask: () => Promise<{ readonly value: T }>): Promise<T | null> {
  try {
    return (await ask()).value
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Option quotes of a close belong to the close of the day, not to a trade of the evening. */
function priceAt(priced: AlpacaQuote | null, asOfMs: number, nowMs: number): number {
  if (!priced) return Number.NaN
  const { quote, day } = priced
  const closed = nowMs >= lastSessionBefore(nowMs).closeMs && asOfMs >= lastSessionBefore(asOfMs).closeMs
  return closed && day && day.date === lastSessionBefore(asOfMs).date ? day.close : quote.price
}

function isOld(checkedAtMs: number, nowMs: number, everyMs: number): boolean {
  return nowMs - checkedAtMs >= everyMs || newYorkDate(checkedAtMs) !== newYorkDate(nowMs)
}

/** Every `everyMs` while the market trades, once when the data of the close rest, then every three hours. */
function isDue(checkedAtMs: number, nowMs: number, everyMs: number): boolean {
  const age = nowMs - checkedAtMs
  if (age < everyMs) return false
  const settledMs = lastSessionBefore(nowMs).closeMs + SETTLING_MS
  return nowMs < settledMs || checkedAtMs < settledMs || age >= NIGHT_MS
}
