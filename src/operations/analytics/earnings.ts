import { z } from 'zod'
import { EarningsRow, earningsRow, sessionBefore } from '../../domain/analytics/earnings-moves.ts'
import type { DailyBar } from '../../domain/market/bar.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import type { EarningsReport } from '../../domain/market/earnings-report.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { sessionOn } from '../../domain/market/trading-calendar.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { addDays } from '../../lib/civil-date.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { MarketMoment, MarketView } from '../../ports/market-source.ts'
import type { Context } from '../context.ts'
import { envelope, envelopedSelection } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { dateWindow, served, type UsualWindow, WindowDate } from './date-window.ts'
import { ifKnown } from './if-known.ts'
import { NextRowCursor, RowCursor, rowPage } from './row-page.ts'

const OF_ALL: UsualWindow = { before: 14, after: 30 }
const OF_ONE: UsualWindow = { before: 400, after: 100 }
/** Days around a report in which its closes certainly lie: a week of holidays is none. */
const CLOSE_DAYS = 10

const Input = z
  .object({
    symbol: UnderlyingSymbol.optional(),
    from: WindowDate.optional().describe(
      'First report date, YYYY-MM-DD; 14 days before the session when left out, of one symbol 400.',
    ),
    to: WindowDate.optional().describe(
      'Last report date, YYYY-MM-DD; 44 days after from when left out, of one symbol 500.',
    ),
    limit: z.int().min(1).max(100).default(25).describe('Most rows of the answer.'),
    cursor: RowCursor,
    date: TradingDate.optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'must not be before from',
  })

export const earningsOperation = defineOperation({
  name: 'earnings',
  title: 'Earnings',
  description:
    'Earnings reports by date, past and announced: estimate, figure and surprise, the move that options expected before the report and the move that came, in percent of the price. Of a past date what was known then. For all kinds of dates use events.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/earnings', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(
    z.object({
      ...served,
      data: z.array(EarningsRow).describe('One row a report, by report date, symbol and fiscal period.'),
      total: z.int().min(0).max(1_000_000).describe('Reports of the window, on all pages.'),
      next_cursor: NextRowCursor,
    }),
  ),
  example: { symbol: 'AAPL', limit: 2 },
  concise: {
    view: '8 reports.',
    narrow: 'give symbol, or from and to',
    table: {
      list: 'data',
      columns: [
        'symbol',
        'report_date',
        'timing',
        'fiscal_period',
        'eps_estimate',
        'eps_actual',
        'surprise_pct',
        'expected_move_pct',
        'actual_move_pct',
        'status',
      ],
      most: 8,
    },
  },
  async run({ symbol, from, to, limit, cursor, date }, { viewAt }) {
    const view = await viewAt(date)
    const moment = await view.moment()
    const window = dateWindow({ from, to }, moment.sessionDate, symbol === undefined ? OF_ALL : OF_ONE)
    const { data, warnings } = await view.earnings({ symbol, ...window })
    const page = rowPage(data, 3, (report) => [report.reportDate, report.symbol, report.fiscalPeriod], {
      limit,
      cursor,
    })
    const barsOf = barsAround(view, page.rows, moment)
    const rows: EarningsRow[] = []
    for (const report of page.rows) {
      await nextTurn()
      const chain = await ifKnown(chainBefore(view, viewAt, report, moment))
      rows.push(earningsRow(report, { chain, bars: await barsOf(report.symbol) }))
    }
    return {
      symbol: symbol ?? null,
      ...envelope(view, { ...moment, warnings }),
      ...window,
      data: rows,
      total: data.length,
      next_cursor: page.nextCursor,
    }
  },
})

/** Of a report to come the chain of the view itself, else the one at the last close before the report. */
async function chainBefore(
  view: MarketView,
  viewAt: Context['viewAt'],
  report: EarningsReport,
  { sessionDate }: MarketMoment,
): Promise<OptionChain> {
  const before = sessionBefore(report)
  return before >= sessionDate ? await view.chain(report.symbol) : await (await viewAt(before)).chain(report.symbol)
}

/** The finished bars around the reports of a page, asked for once a symbol. */
function barsAround(view: MarketView, reports: readonly EarningsReport[], { asOfMs }: MarketMoment) {
  const known = new Map<string, Promise<readonly DailyBar[]>>()
  const ask = async (symbol: string): Promise<readonly DailyBar[]> => {
    const dates = reports.filter((report) => report.symbol === symbol).map(({ reportDate }) => reportDate)
    const [first = '', last = first] = [dates[0], dates.at(-1)]
    const range = { from: addDays(first, -CLOSE_DAYS), to: addDays(last, CLOSE_DAYS) }
    const bars = (await ifKnown(view.dailyBars(symbol, range))) ?? []
    return bars.filter((bar) => (sessionOn(bar.date)?.closeMs ?? Number.POSITIVE_INFINITY) <= asOfMs)
  }
  return (symbol: string): Promise<readonly DailyBar[]> => {
    const bars = known.get(symbol) ?? ask(symbol)
    known.set(symbol, bars)
    return bars
  }
}
