/** What is kept of Alpaca's answers, and how often each kind is requested again. */

import type { CalendarEvent } from '../../../domain/calendar/calendar-event.ts'
import { newYorkDate } from '../../../domain/calendar/new-york-time.ts'
import { optionsCloseMs } from '../../../domain/calendar/option-hours.ts'
import { isTradingDay, lastSessionBefore, previousTradingDay } from '../../../domain/calendar/trading-calendar.ts'
import type { NewsItem } from '../../../domain/news-item.ts'
import type { OptionChain } from '../../../domain/options/chain.ts'
import type { DailyBar } from '../../../domain/stocks/bar.ts'
import type { NewsQuery } from '../../../ports/market-source.ts'
import { impliedLevel } from '../../implied-level.ts'
import { KeptAnswers, type KeptAnswersOptions, type Served } from '../../kept-answers.ts'
import { INDEX_SYMBOLS } from '../../known-symbols.ts'
import { sideData } from '../../side-data.ts'
import { type Feeds, OPEN_SIP_MS } from '../feeds.ts'
import { type Actions, fetchActions, fetchClosures } from './actions.ts'
import {
  type Contracts,
  chainOf,
  fetchContracts,
  fetchSnapshots,
  openInterestDateOf,
  type Snapshots,
  withoutRoots,
} from './chain.ts'
import { fetchNews } from './news.ts'
import type { AlpacaRest } from './rest.ts'
import {
  type AlpacaQuote,
  fetchBars,
  fetchIndex,
  fetchQuote,
  fetchRunningDay,
  impliedSentence,
  WITHOUT_RUNNING_DAY,
  withDay,
} from './stock.ts'

export interface Answers {
  readonly quotes: KeptAnswers<AlpacaQuote>
  /** Of indices: an account may have no grant for them. */
  readonly levels: KeptAnswers<AlpacaQuote>
  readonly chains: KeptAnswers<ChainAnswer>
  readonly bars: KeptAnswers<readonly DailyBar[]>
  /** Of all symbols at once, under one key. */
  readonly actions: KeptAnswers<Actions>
  readonly closures: KeptAnswers<readonly CalendarEvent[]>
  news(question: NewsQuery, untilMs: number): Promise<Served<readonly NewsItem[]>>
}

export interface ChainAnswer {
  readonly chain: OptionChain
  readonly snapshots: Snapshots
  /** What is missing of the roots that the vendor refused, in sentences. */
  readonly withoutRoots: readonly string[]
  readonly fetchedAtMs: number
}

export const ALL = 'all'
const EVERY_MS = { quote: 5_000, chain: 30_000, day: 60_000, news: 60_000 } as const
const SLOW_MS = {
  contracts: 3 * 3_600_000,
  oldInterest: 15 * 60_000,
  bars: 3_600_000,
  actions: 6 * 3_600_000,
  closures: 12 * 3_600_000,
} as const
const NIGHT_MS = 3 * 3_600_000
/** A chain takes 2 to 4 MB. */
export const KEPT_CHAINS = 64
export const KEPT_QUOTES = 1_000
/** Quotes and trades of the last minutes, and those of indicative feeds, come in for a while after the close. */
const SETTLING_MS = OPEN_SIP_MS + 5 * 60_000

export function answers(rest: AlpacaRest, symbols: readonly string[], feeds: Feeds): Answers {
  const { nowMs, random, patience, deadline } = rest.clock
  const common = { nowMs, random, patience, deadline, health: rest.health }
  const make = <Value>(options: Omit<KeptAnswersOptions<Value>, keyof typeof common>) =>
    new KeptAnswers<Value>({ ...common, ...options })
  const days = make<DailyBar | null>({
    kind: 'running day',
    isSide: true,
    limit: KEPT_QUOTES,
    isDue: (_value, checkedAtMs, now) => isDue(checkedAtMs, now, EVERY_MS.day),
    ask: (symbol) => fetchRunningDay(rest, symbol),
  })
  const quotes = make<AlpacaQuote>({
    kind: 'quote',
    limit: KEPT_QUOTES,
    isDue: (_value, checkedAtMs, now) => isDue(checkedAtMs, now, EVERY_MS.quote),
    ask: (symbol) => quoteAsked(rest, symbol, feeds, days),
  })
  const levels = make<AlpacaQuote>({
    kind: 'index level',
    isSide: true,
    limit: 64,
    isDue: (_value, checkedAtMs, now) => isDue(checkedAtMs, now, EVERY_MS.quote),
    ask: (symbol) => fetchIndex(rest, symbol),
  })
  const contracts = make<Contracts>({
    kind: 'contracts',
    isSide: true,
    limit: 64,
    isDue: (value, checkedAtMs, now) => isOld(checkedAtMs, now, everyMsOf(value, now)),
    ask: (symbol) => fetchContracts(rest, symbol),
  })
  const newsKept = make<readonly NewsItem[]>({
    kind: 'news',
    isSide: true,
    limit: 200,
    isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, EVERY_MS.news),
    ask: (key) => fetchKeyedNews(rest, key),
  })
  return {
    quotes,
    levels,
    chains: make<ChainAnswer>({
      kind: 'chain',
      limit: KEPT_CHAINS,
      isDue: ({ chain }, checkedAtMs, now) =>
        isDue(checkedAtMs, now, EVERY_MS.chain, chain.symbol) || awaitsInterest(chain, checkedAtMs, now),
      ask: (symbol) => fetchChain(rest, symbol, { quotes, levels, contracts, feeds }),
    }),
    bars: make<readonly DailyBar[]>({
      kind: 'bars',
      limit: 256,
      isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, SLOW_MS.bars),
      ask: (symbol) => fetchBars(rest, symbol, feeds),
    }),
    actions: make<Actions>({
      kind: 'actions',
      isSide: true,
      limit: 1,
      isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, SLOW_MS.actions),
      ask: () => fetchActions(rest, symbols),
    }),
    closures: make<readonly CalendarEvent[]>({
      kind: 'calendar',
      isSide: true,
      limit: 1,
      isDue: (_value, checkedAtMs, now) => isOld(checkedAtMs, now, SLOW_MS.closures),
      ask: () => fetchClosures(rest),
    }),
    news: (question, untilMs) => newsKept.get(JSON.stringify({ question, untilMs })),
  }
}

/** Open interest that is older than the last session is asked for again until the vendor has it, also before the open. */
function everyMsOf({ rows }: Contracts, nowMs: number): number {
  return isOldInterest(openInterestDateOf(rows), nowMs) ? SLOW_MS.oldInterest : SLOW_MS.contracts
}

/** It is published in the morning of a trading day, when the quotes still rest. */
function awaitsInterest({ openInterestDate }: OptionChain, checkedAtMs: number, nowMs: number): boolean {
  const isMorning = isTradingDay(newYorkDate(nowMs)) && nowMs - checkedAtMs >= SLOW_MS.oldInterest
  return isMorning && isOldInterest(openInterestDate, nowMs)
}

function isOldInterest(date: string | undefined, nowMs: number): boolean {
  return date !== undefined && date < previousTradingDay(newYorkDate(nowMs))
}

/** A feed of one exchange has the day of all exchanges beside it. */
async function quoteAsked(
  rest: AlpacaRest,
  symbol: string,
  feeds: Feeds,
  days: KeptAnswers<DailyBar | null>,
): Promise<AlpacaQuote> {
  if (feeds.stocks !== 'iex') return await fetchQuote(rest, symbol, feeds)
  const { patience, shortPatience = patience } = rest.clock
  const published = sideData(days.get(symbol), { instead: null, without: WITHOUT_RUNNING_DAY, patience: shortPatience })
  const quote = await fetchQuote(rest, symbol, feeds)
  const { value, warnings } = await published
  return withDay(quote, value, warnings)
}

async function fetchKeyedNews(rest: AlpacaRest, key: string): Promise<readonly NewsItem[]> {
  const { question, untilMs } = JSON.parse(key) as { question: NewsQuery; untilMs: number | null }
  return await fetchNews(rest, question, untilMs ?? rest.clock.nowMs())
}

interface ChainParts extends Pick<Answers, 'quotes' | 'levels'> {
  readonly contracts: KeptAnswers<Contracts>
  readonly feeds: Feeds
}

/** A chain is worth answering without open interest, or without the price of the underlying, and says so. */
async function fetchChain(
  rest: AlpacaRest,
  symbol: string,
  { quotes, levels, contracts, feeds }: ChainParts,
): Promise<ChainAnswer> {
  const fetchedAtMs = rest.clock.nowMs()
  const { nowMs, patience } = rest.clock
  const isIndex = INDEX_SYMBOLS.has(symbol)
  // The price is under way while the snapshots are read.
  const listing = contracts.get(symbol)
  const pricing = quietly((isIndex ? levels : quotes).get(symbol))
  // The list has the roots to request.
  const listed = await sideData<Contracts | null>(listing, {
    instead: null,
    without: 'So adjusted contracts are missing, and open interest is unknown.',
    patience,
  })
  const found = await fetchSnapshots(rest, symbol, feeds, listed.value)
  const snapshots = found.rows
  const missing = withoutRoots(listed.value, found)
  const without = isIndex ? impliedSentence(symbol) : 'So the price of the underlying is unknown.'
  const priced = await sideData<AlpacaQuote | null>(pricing, { instead: null, without, patience })
  const chain = chainOf({
    symbol,
    snapshots,
    contracts: listed.value?.rows ?? null,
    warnings: [...missing, ...(listed.value ? [] : listed.warnings), ...(priced.value ? [] : priced.warnings)],
    priceAt: (asOfMs) => priceAt(priced.value, asOfMs, nowMs()),
    feeds,
    nowMs: nowMs(),
  })
  const isImplied = isIndex && priced.value === null
  return {
    chain: isImplied ? { ...chain, underlyingPrice: impliedLevel(chain) } : chain,
    snapshots,
    withoutRoots: missing,
    fetchedAtMs,
  }
}

/** Whoever awaits it gets its failure; without this, a failure that nobody awaits would end the process. */
function quietly<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined)
  return answer
}

/**
 * Option quotes of a close belong to the close of the day, not to a trade of the evening. While options trade on after
 * the close of the stocks, they are quoted on the last trade.
 */
function priceAt(priced: AlpacaQuote | null, asOfMs: number, nowMs: number): number {
  if (!priced) return Number.NaN
  const { quote, day } = priced
  const endMs = optionsCloseMs(quote.symbol, lastSessionBefore(nowMs))
  const closed = nowMs >= endMs && asOfMs >= lastSessionBefore(asOfMs).closeMs
  return closed && day && day.date === lastSessionBefore(asOfMs).date ? day.close : quote.price
}

function isOld(checkedAtMs: number, nowMs: number, everyMs: number): boolean {
  return nowMs - checkedAtMs >= everyMs || newYorkDate(checkedAtMs) !== newYorkDate(nowMs)
}

/** Every `everyMs` while the market or the options of a symbol trade, once when their data rest, then every three hours. */
function isDue(checkedAtMs: number, nowMs: number, everyMs: number, optionsOf = ''): boolean {
  const age = nowMs - checkedAtMs
  if (age < everyMs) return false
  const settledMs = optionsCloseMs(optionsOf, lastSessionBefore(nowMs)) + SETTLING_MS
  return nowMs < settledMs || checkedAtMs < settledMs || age >= NIGHT_MS
}
