/** Collects the figures of all symbols of one session, symbol by symbol, so that other requests are served in between. */
import type { Progress } from '../../../catalogue/context.ts'
import { prefetch } from '../../../lib/async/prefetch.ts'
import { nextTurn } from '../../../lib/node/next-turn.ts'
import { addDays } from '../../../lib/time/civil-date.ts'
import type { EarningsReport } from '../../../market/domain/earnings-report.ts'
import type { MarketContext } from '../../../market/operations/context.ts'
import type { Dated } from '../../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../../market/operations/null-if-not-found.ts'
import { SymbolFailures } from '../../../market/operations/symbol-failures.ts'
import type { MarketView } from '../../../market/ports/market-source.ts'
import { type ScreenTable, screenTable } from '../../domain/screener/screen-table.ts'
import { symbolFigures } from '../../domain/screener/symbol-figures.ts'
import type { SessionPremium } from '../../ports/session-premium.ts'
import { type AnalysisOf, forgetPassing } from '../chain-analyses.ts'
import { listedThen, sessionOf } from '../gather-overview.ts'
import { rankedChain } from '../ranked-chain.ts'

/** The worker thread values the chains of some symbols while this thread reads the prints of others. */
const AHEAD = 3
/** Calendar days that hold 31 closes. */
const BAR_DAYS = 60
/** Reports further away have no date yet. */
const REPORT_DAYS = 120
/** One comparable print in twenty is above it. */
const UNUSUAL_SCORE = 95

export interface GatheredScreen {
  readonly view: Pick<MarketView, 'source' | 'notice' | 'isReplay'>
  /** False where a source failed for some symbols. */
  readonly isWhole: boolean
  readonly dated: Dated
  readonly table: ScreenTable
}

export interface GatherScreenParts extends Pick<MarketContext, 'market' | 'viewAt'> {
  readonly sessionPremium: SessionPremium
  readonly analysisOf: AnalysisOf
  readonly progress?: Progress | undefined
  /** Whether unusual prints are counted: scoring a session for the first time takes most of the time. */
  readonly isScored: boolean
}

/** Throws `not_found` when the source has no options of the session. */
export async function gatherScreen(parts: GatherScreenParts, date: string | undefined): Promise<GatheredScreen> {
  const view = await parts.market.viewAt(date)
  const listings = await parts.market.listings()
  const names = listedThen(listings, date)
  const failures = new SymbolFailures()
  const { sessionDate, ...first } = await sessionOf(view, names, failures)
  const sectors = new Map(listings.map(({ symbol, sector }) => [symbol, sector]))
  const reports = await nextReports(view, sessionDate)
  const rows = []
  let { asOfMs } = first
  let done = 0
  parts.progress?.(0, names.length)
  const rowOf = (symbol: string) =>
    rowOfSymbol(view, parts, {
      symbol,
      sessionDate,
      failures,
      sector: sectors.get(symbol) ?? null,
      report: reports.get(symbol) ?? null,
    })
  for await (const row of prefetch(names, rowOf, AHEAD)) {
    parts.progress?.(++done, names.length)
    if (!row) continue
    rows.push(row)
    asOfMs = Math.max(asOfMs, row.asOfMs)
  }
  const { source, notice, isReplay } = view
  return {
    view: { source, notice, isReplay },
    isWhole: failures.first === undefined,
    dated: { asOfMs, sessionDate, warnings: failures.warnings },
    table: screenTable(rows),
  }
}

/** The next report of each symbol that is not out. */
async function nextReports(view: MarketView, from: string): Promise<ReadonlyMap<string, EarningsReport>> {
  const { data } = await view.earnings({ from, to: addDays(from, REPORT_DAYS) })
  const next = new Map<string, EarningsReport>()
  for (const report of data) {
    const known = next.get(report.symbol)
    if (report.status !== 'reported' && !(known && known.reportDate <= report.reportDate)) {
      next.set(report.symbol, report)
    }
  }
  return next
}

interface Gathering {
  readonly symbol: string
  readonly sessionDate: string
  readonly failures: SymbolFailures
  readonly sector: string | null
  readonly report: EarningsReport | null
}

async function rowOfSymbol(view: MarketView, parts: GatherScreenParts, gathering: Gathering) {
  await nextTurn()
  const { symbol, sessionDate, failures, sector, report } = gathering
  const { sessionPremium } = parts
  const quote = await failures.nullIfLacking(symbol, view.quote(symbol))
  const options = await optionsOf(view, gathering, parts)
  const ofSession = quote?.sessionDate === sessionDate ? quote : null
  if (!ofSession && !options) return undefined
  const from = addDays(sessionDate, -BAR_DAYS)
  const session = { symbol, sessionDate }
  const flow = await failures.nullIfLacking(symbol, sessionPremium.bySentiment(view, session))
  const unusual = parts.isScored
    ? await failures.nullIfLacking(symbol, sessionPremium.countOfScore(view, session, UNUSUAL_SCORE))
    : null
  return symbolFigures({
    symbol,
    sector,
    sessionDate,
    quote: ofSession,
    options,
    bars: (await failures.nullIfLacking(symbol, view.dailyBars(symbol, { from }))) ?? [],
    report,
    netPremium: flow?.netPremium ?? Number.NaN,
    unusualCount: unusual ?? Number.NaN,
  })
}

/** Null without a chain of the session. */
async function optionsOf(
  view: MarketView,
  { symbol, sessionDate, failures }: Gathering,
  { analysisOf, market }: GatherScreenParts,
) {
  const ranked = await failures.nullIfLacking(symbol, rankedChain(view, symbol))
  if (ranked?.chain.sessionDate !== sessionDate) return null
  const { chain, iv30Before } = ranked
  const analysis = analysisOf(chain)
  const interest = await nullIfNotFound(view.metricHistory(symbol, 'totalOpenInterest', { sessions: 1 }))
  const figures = { valued: await analysis.valued(), gamma: await analysis.gamma({}) }
  forgetPassing(analysisOf, market.capabilities, chain)
  return {
    ...figures,
    iv30Before,
    openInterestBefore: interest?.points.at(-1)?.value ?? Number.NaN,
  }
}
