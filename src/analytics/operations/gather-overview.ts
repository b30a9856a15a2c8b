/** Collects one session of the whole universe, symbol by symbol, so that other requests are served in between. */

import type { Progress } from '../../catalogue/context.ts'
import { prefetch } from '../../lib/async/prefetch.ts'
import { AppError } from '../../lib/errors.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { MarketContext } from '../../market/operations/context.ts'
import type { Dated } from '../../market/operations/envelope.ts'
import { SymbolFailures } from '../../market/operations/symbol-failures.ts'
import type { Listing, MarketView } from '../../market/ports/market-source.ts'
import type { MarketOverview } from '../contract/market-overview.ts'
import { INDEX_FUNDS, marketOverview, type OverviewSymbol, overviewOptions } from '../domain/market-overview.ts'
import { stockQuote } from '../domain/stock-quote.ts'
import { trendAnalysis } from '../domain/trend/trend-analysis.ts'
import type { SessionPremium, SymbolSession } from '../ports/session-premium.ts'
import { type AnalysisOf, forgetPassing } from './chain-analyses.ts'
import { rankedChain } from './ranked-chain.ts'

/** The worker thread values the chains of some symbols while this thread reads the prints of others. */
const AHEAD = 3

export interface GatheredOverview {
  /** Source and notice of the view that was read. */
  readonly view: Pick<MarketView, 'source' | 'notice' | 'isReplay'>
  /** False where a source failed for some symbols: asked again, it may answer more. */
  readonly isWhole: boolean
  readonly dated: Dated
  readonly answer: MarketOverview
}

export interface GatherParts extends Pick<MarketContext, 'market' | 'viewAt'> {
  readonly sessionPremium: SessionPremium
  readonly analysisOf: AnalysisOf
  readonly progress?: Progress | undefined
}

/** Throws `not_found` when the source has no options of the session. */
export async function gatherOverview(parts: GatherParts, date: string | undefined): Promise<GatheredOverview> {
  const { market } = parts
  const view = await market.viewAt(date)
  const listed = listedThen(await market.listings(), date)
  const failures = new SymbolFailures()
  const { sessionDate, ...first } = await sessionOf(view, listed, failures)
  const symbols: OverviewSymbol[] = []
  let { asOfMs } = first
  let done = 0
  const names = [...new Set([...INDEX_FUNDS, ...listed])]
  parts.progress?.(0, names.length)
  const symbolOf = (symbol: string) => overviewSymbol(view, { symbol, sessionDate, failures }, parts)
  for await (const found of prefetch(names, symbolOf, AHEAD)) {
    parts.progress?.(++done, names.length)
    if (!found) continue
    symbols.push(found)
    asOfMs = Math.max(asOfMs, found.asOfMs)
  }
  const { answer, warnings } = marketOverview(symbols)
  const { source, notice, isReplay } = view
  return {
    view: { source, notice, ...(isReplay && { isReplay }) },
    isWhole: failures.first === undefined,
    dated: { asOfMs, sessionDate, warnings: [...warnings, ...failures.warnings] },
    answer,
  }
}

/**
 * The symbols with options on a date. Without a date, those whose options are the most recent: the stored chains of one
 * symbol may end years before those of another.
 */
export function listedThen(listings: readonly Listing[], date: string | undefined): string[] {
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
export async function sessionOf(
  view: MarketView,
  symbols: readonly string[],
  failures: SymbolFailures,
): Promise<Omit<Dated, 'warnings'>> {
  for (const symbol of symbols) {
    const chain = await failures.nullIfLacking(symbol, view.chain(symbol))
    if (chain) return { asOfMs: chain.asOfMs, sessionDate: chain.sessionDate }
  }
  if (failures.first) throw failures.first
  const when = view.date === undefined ? '' : ` for ${view.date}`
  throw new AppError('not_found', `The source has no option chains${when}. GET /stocks lists the available dates.`)
}

interface Gathering extends SymbolSession {
  readonly failures: SymbolFailures
}

async function overviewSymbol(
  view: MarketView,
  gathering: Gathering,
  parts: GatherParts,
): Promise<(OverviewSymbol & { readonly asOfMs: number }) | undefined> {
  await nextTurn()
  const { symbol, sessionDate, failures } = gathering
  const quote = await failures.nullIfLacking(symbol, view.quote(symbol))
  const isIndex = isIndexFund(symbol)
  const quoted = quote?.sessionDate === sessionDate ? quote : undefined
  const options = await optionsOf(view, gathering, parts)
  if (!quoted && !options) return undefined
  const bars = quoted && isIndex ? await failures.nullIfLacking(symbol, view.dailyBars(symbol, {})) : null
  return {
    symbol,
    asOfMs: Math.max(quoted?.asOfMs ?? 0, options?.chain.asOfMs ?? 0),
    price: quoted?.price ?? Number.NaN,
    changePct: quoted ? (stockQuote(quoted).change_pct ?? Number.NaN) : Number.NaN,
    options: options?.figures ?? null,
    trend: bars ? trendAnalysis(bars, 'medium').direction : null,
    flow: await failures.nullIfLacking(symbol, parts.sessionPremium.bySentiment(view, { symbol, sessionDate })),
  }
}

/** Undefined without a chain of the session. */
async function optionsOf(
  view: MarketView,
  { symbol, sessionDate, failures }: Gathering,
  { analysisOf, market }: GatherParts,
) {
  const ranked = await failures.nullIfLacking(symbol, rankedChain(view, symbol))
  if (ranked?.chain.sessionDate !== sessionDate) return undefined
  const { chain, iv30Before } = ranked
  const analysis = analysisOf(chain)
  const gamma = isIndexFund(symbol) ? await analysis.gamma({}) : null
  const figures = overviewOptions(await analysis.outline(), iv30Before, gamma)
  forgetPassing(analysisOf, market.capabilities, chain)
  return { chain, figures }
}

function isIndexFund(symbol: string): boolean {
  return INDEX_FUNDS.some((name) => name === symbol)
}
