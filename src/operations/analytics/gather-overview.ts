/** Gathers one session of the whole universe, symbol by symbol, so that other callers are answered in between. */
import {
  INDEX_FUNDS,
  type MarketOverview,
  marketOverview,
  type OverviewSymbol,
  overviewOptions,
} from '../../domain/analytics/market-overview.ts'
import { stockQuote } from '../../domain/analytics/stock-quote.ts'
import { trendAnalysis } from '../../domain/analytics/trend.ts'
import { AppError } from '../../domain/errors.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { oneAhead } from '../../lib/one-ahead.ts'
import { turns } from '../../lib/turns.ts'
import type { Listing, MarketView } from '../../ports/market-source.ts'
import type { Context } from '../context.ts'
import type { Dated } from '../envelope.ts'
import { overviewFlow } from '../flow/flow-figures.ts'
import { rankedChain } from './ranked-chain.ts'

export interface GatheredOverview {
  readonly dated: Dated
  readonly answer: MarketOverview
}

type Gathering = Pick<Context, 'market' | 'viewAt' | 'store' | 'valued' | 'repriced'>

/** One at a time: each takes a core for seconds, and asking for many past dates must not take all of them. */
const inTurn = turns({
  parallel: 1,
  waiting: 16,
  refuse: () => new AppError('unavailable', 'Too many overviews are being made. Try again in a few seconds.'),
})

/** Throws `not_found` when the source has no options of the session. */
export function gatherOverview(parts: Gathering, date: string | undefined): Promise<GatheredOverview> {
  return inTurn(() => gather(parts, date))
}

async function gather(parts: Gathering, date: string | undefined): Promise<GatheredOverview> {
  const { market } = parts
  const view = await market.viewAt(date)
  const listed = listedThen(await market.listings(), date)
  const { sessionDate, ...first } = await sessionOf(view, listed)
  const symbols: OverviewSymbol[] = []
  let { asOfMs } = first
  const names = [...new Set([...INDEX_FUNDS, ...listed])]
  // One is valued by the other thread while the prints of another are read by this one.
  for await (const found of oneAhead(names, (symbol) => overviewSymbol(view, symbol, sessionDate, parts))) {
    if (!found) continue
    symbols.push(found)
    asOfMs = Math.max(asOfMs, found.asOfMs)
  }
  const { answer, warnings } = marketOverview(symbols)
  return { dated: { asOfMs, sessionDate, warnings }, answer }
}

/**
 * The symbols with options on a date. At present those whose options are as recent as any: stored chains of one symbol
 * may end years before those of another.
 */
function listedThen(listings: readonly Listing[], date: string | undefined): string[] {
  const latest = listings.reduce(
    (last, { optionsTo }) => (optionsTo !== null && optionsTo > last ? optionsTo : last),
    '',
  )
  const from = date ?? latest
  return listings
    .filter(({ optionsFrom, optionsTo }) => (optionsFrom ?? '9999') <= from && (optionsTo ?? '') >= from)
    .map(({ symbol }) => symbol)
}

/** The session of the first symbol that has a chain; every other datum must be of that session. */
async function sessionOf(view: MarketView, symbols: readonly string[]): Promise<Omit<Dated, 'warnings'>> {
  for (const symbol of symbols) {
    const chain = await known(view.chain(symbol))
    if (chain) return { asOfMs: chain.asOfMs, sessionDate: chain.sessionDate }
  }
  const when = view.date === undefined ? '' : ` for ${view.date}`
  throw new AppError('not_found', `The source has no option chains${when}. GET /stocks says which dates it has.`)
}

async function overviewSymbol(
  view: MarketView,
  symbol: string,
  sessionDate: string,
  parts: Gathering,
): Promise<(OverviewSymbol & { readonly asOfMs: number }) | undefined> {
  await nextTurn()
  const quote = await known(view.quote(symbol))
  const isIndex = isIndexFund(symbol)
  const quoted = quote?.sessionDate === sessionDate ? quote : undefined
  const options = await valuedOptions(view, symbol, sessionDate, parts)
  if (!quoted && !options) return undefined
  const trend = quoted && isIndex ? trendAnalysis(await view.dailyBars(symbol, {}), 'medium').direction : null
  return {
    symbol,
    asOfMs: Math.max(quoted?.asOfMs ?? 0, options?.chain.asOfMs ?? 0),
    price: quoted?.price ?? Number.NaN,
    changePct: quoted ? (stockQuote(quoted).change_pct ?? Number.NaN) : Number.NaN,
    options: options ? overviewOptions(options.chain, options.iv30Before, { withGamma: isIndex }) : null,
    trend,
    flow: await overviewFlow(parts, view, { symbol, sessionDate }),
  }
}

async function valuedOptions(view: MarketView, symbol: string, sessionDate: string, { valued, repriced }: Gathering) {
  const ranked = await known(rankedChain(view, symbol))
  if (ranked?.chain.sessionDate !== sessionDate) return undefined
  if (isIndexFund(symbol)) await repriced(ranked.chain, {})
  else await valued(ranked.chain)
  return ranked
}

function isIndexFund(symbol: string): boolean {
  return INDEX_FUNDS.some((name) => name === symbol)
}

/** Undefined for what the source does not have. */
async function known<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
