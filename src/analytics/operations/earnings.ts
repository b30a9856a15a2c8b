import { z } from 'zod'
import { NextRowCursor, RowCursor, rowPage } from '../../catalogue/row-page.ts'
import { WindowDate } from '../../catalogue/window-date.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import type { EarningsReport } from '../../market/domain/earnings-report.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { DailyBar } from '../../market/domain/stocks/bar.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { type DefaultWindow, dateWindow, served } from '../../market/operations/date-window.ts'
import { envelope, envelopedSelection } from '../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import { orderedBounds } from '../../market/operations/ordered-bounds.ts'
import type { MarketMoment, MarketView } from '../../market/ports/market-source.ts'
import { EarningsRow, ReportMedians } from '../contract/earnings-row.ts'
import type { ChainAnalysis } from '../domain/chain-analysis.ts'
import {
  earningsRow,
  type ReportVolatility,
  reportMedians,
  sessionAfter,
  sessionBefore,
} from '../domain/earnings-row.ts'
import type { AnalyticsContext } from './context.ts'
import { defineOperation } from './context.ts'

const ALL_SYMBOLS_WINDOW: DefaultWindow = { before: 14, after: 30 }
const ONE_SYMBOL_WINDOW: DefaultWindow = { before: 400, after: 100 }
/** Days around a report that always contain the closes before and after it. */
const CLOSE_DAYS = 10

const Input = orderedBounds(
  z.object({
    symbol: UnderlyingSymbol.optional(),
    from: WindowDate.optional().describe(
      'First report date, YYYY-MM-DD; by default 14 days before the session, with a symbol 400.',
    ),
    to: WindowDate.optional().describe(
      'Last report date, YYYY-MM-DD; by default 44 days after from, with a symbol 500.',
    ),
    limit: z.int().min(1).max(100).default(25).describe('Maximum number of rows.'),
    cursor: RowCursor,
    date: TradingDate.optional(),
  }),
  [['from', 'to', 'before']],
)

const COLUMNS = [
  'symbol',
  'report_date',
  'timing',
  'fiscal_period',
  'eps_estimate',
  'eps_actual',
  'surprise_pct',
  'expected_move_pct',
  'actual_move_pct',
  'report_move_pct',
  'crush_pct',
  'status',
]

export const earningsOperation = defineOperation({
  name: 'earnings',
  title: 'Earnings',
  description:
    'Earnings reports by date, past and announced: estimate, result and surprise, the move that options implied before it and the actual move, percent; with a symbol also the move of the report alone and how far IV fell after it, with medians. No row after the session means that no report is announced. For other kinds of dates use events.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  looksAhead: true,
  route: { method: 'GET', path: '/earnings', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(
    z.object({
      ...served,
      data: z.array(EarningsRow).describe('One row per report, by report date, symbol and fiscal period.'),
      medians: ReportMedians.optional().describe('Of the last 12 reports on this page; only with symbol.'),
      total: z.int().min(0).max(1_000_000).describe('Reports of the window, on all pages.'),
      next_cursor: NextRowCursor,
    }),
  ),
  example: { symbol: 'AAPL', limit: 2 },
  keyFigures: { data: COLUMNS },
  concise: {
    view: '8 reports.',
    narrow: 'give symbol, or from and to',
    table: {
      list: 'data',
      columns: COLUMNS,
      maxRows: 8,
      keep: 'nearest',
    },
  },
  async run({ symbol, from, to, limit, cursor, date }, context) {
    const { viewAt, analysisOf } = context
    const view = await viewAt(date)
    const moment = await view.moment()
    const window = dateWindow(
      { from, to },
      moment.sessionDate,
      symbol === undefined ? ALL_SYMBOLS_WINDOW : ONE_SYMBOL_WINDOW,
    )
    const { data, warnings } = await view.earnings({ symbol, ...window })
    const page = rowPage(data, 3, (report) => [report.reportDate, report.symbol, report.fiscalPeriod], {
      limit,
      cursor,
    })
    const barsOf = barsAround(view, page.rows, moment)
    const rows: EarningsRow[] = []
    for (const report of page.rows) {
      await nextTurn()
      const chain = await nullIfNotFound(chainBefore(view, viewAt, report, moment))
      const analysis = chain && analysisOf(chain)
      const volatility = symbol === undefined ? undefined : await volatilityAround(analysis, report, moment, context)
      rows.push(earningsRow(report, { analysis, bars: await barsOf(report.symbol), volatility }))
    }
    return {
      symbol: symbol ?? null,
      ...envelope(view, {
        ...moment,
        warnings: [...warnings, ...(warnings.length > 0 ? [] : unannounced(data, { symbol, ...window }, moment))],
      }),
      ...window,
      data: rows,
      ...(symbol !== undefined && { medians: reportMedians(rows) }),
      total: data.length,
      next_cursor: page.nextCursor,
    }
  },
})

interface ReportWindow {
  readonly symbol?: string | undefined
  readonly from: string
  readonly to: string
}

/** A sentence if there are no reports, or none of the symbol is announced where the window goes on after the session. */
function unannounced(
  reports: readonly EarningsReport[],
  { symbol, from, to }: ReportWindow,
  { sessionDate }: MarketMoment,
): string[] {
  if (symbol === undefined || to <= sessionDate) {
    return reports.length > 0 ? [] : [`No report${symbol ? ` of ${symbol}` : ''} is known from ${from} to ${to}.`]
  }
  const isAnnounced = reports.some(({ reportDate, status }) => reportDate >= sessionDate && status !== 'reported')
  return isAnnounced ? [] : [`No report of ${symbol} is announced from ${sessionDate} to ${to}.`]
}

/** The chain at the last close before the report; for a future report, the chain of the view. */
async function chainBefore(
  view: MarketView,
  viewAt: AnalyticsContext['viewAt'],
  report: EarningsReport,
  { sessionDate }: MarketMoment,
): Promise<OptionChain> {
  const before = sessionBefore(report)
  return before >= sessionDate ? await view.chain(report.symbol) : await (await viewAt(before)).chain(report.symbol)
}

/** Values both chains around a report, of one symbol at a time. */
async function volatilityAround(
  before: ChainAnalysis | null,
  report: EarningsReport,
  { asOfMs }: MarketMoment,
  { viewAt, analysisOf }: Pick<AnalyticsContext, 'viewAt' | 'analysisOf'>,
): Promise<ReportVolatility> {
  const date = sessionAfter(report)
  const isOver = isFinished(date, asOfMs) && report.timing !== 'unknown'
  const after = isOver ? await nullIfNotFound(viewAt(date).then((view) => view.chain(report.symbol))) : null
  return {
    before: before && (await before.valued()),
    after: after?.sessionDate === date ? await analysisOf(after).valued() : null,
  }
}

/** The finished bars around the reports of a page, requested once per symbol. */
function barsAround(view: MarketView, reports: readonly EarningsReport[], { asOfMs }: MarketMoment) {
  const loaded = new Map<string, Promise<readonly DailyBar[]>>()
  const load = async (symbol: string): Promise<readonly DailyBar[]> => {
    const dates = reports.filter((report) => report.symbol === symbol).map(({ reportDate }) => reportDate)
    const [first = '', last = first] = [dates[0], dates.at(-1)]
    const range = { from: addDays(first, -CLOSE_DAYS), to: addDays(last, CLOSE_DAYS) }
    const bars = (await nullIfNotFound(view.dailyBars(symbol, range))) ?? []
    return bars.filter((bar) => isFinished(bar.date, asOfMs))
  }
  return (symbol: string): Promise<readonly DailyBar[]> => {
    const bars = loaded.get(symbol) ?? load(symbol)
    loaded.set(symbol, bars)
    return bars
  }
}

function isFinished(date: string, asOfMs: number): boolean {
  return (sessionOn(date)?.closeMs ?? Number.POSITIVE_INFINITY) <= asOfMs
}
