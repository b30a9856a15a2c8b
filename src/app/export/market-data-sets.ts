import { keeps, MAX_READ_BACK, sessionsReadBack } from '../../analytics/operations/metric-series.ts'
import type { HeavyWork } from '../../catalogue/context.ts'
import { orNull } from '../../lib/math/numbers.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { previousTradingDay, tradingDaysBetween } from '../../market/domain/calendar/trading-calendar.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { DataSet, ExportParts, ExportQuery, ExportRow } from './data-set.ts'
import { EXPORT_PAGE, ExportPage, type ExportPageQuestion, pageReader } from './export-page.ts'
import { DAILY_FIGURES, figure, ROWS_A_PAGE, type SessionDataSet, sessionTable } from './session-table.ts'

/** Of sessions that an account may request at once: some hundred megabytes for each symbol. */
const MAX_SESSION_DAYS = 31

export const bars: DataSet = {
  summary: 'daily bars, adjusted for splits',
  columns: {
    symbol: 'text',
    date: 'date',
    open: 'number',
    high: 'number',
    low: 'number',
    close: 'number',
    volume: 'number',
  },
  days: 366,
  until: 'session',
  maxDays: 3660,
  needsSymbols: true,
  async *parts({ symbols, from, to }, { market }) {
    const view = await market.viewAt()
    for (const symbol of await symbolsOf(symbols, market)) {
      const found = (await nullIfNotFound(view.dailyBars(symbol, { from, to }))) ?? []
      yield found.map((bar) => ({ symbol, ...bar, volume: orNull(bar.volume) }))
    }
  },
}

export const metrics: DataSet = {
  summary: `figures of the last chain of each session, the present one included; figures that the source does not keep are computed for the last ${MAX_READ_BACK + 1} sessions of the range`,
  columns: { symbol: 'text', date: 'date', ...allNumbers(Object.keys(DAILY_FIGURES)) },
  days: 366,
  until: 'session',
  maxDays: 3660,
  needsSymbols: true,
  async *parts({ symbols, from, to }, parts, work) {
    const view = await parts.market.viewAt()
    const { sessionDate } = await view.moment()
    for (const symbol of await symbolsOf(symbols, parts.market)) {
      const { sessionDate: present } = (await nullIfNotFound(view.quote(symbol))) ?? { sessionDate }
      yield* metricRows({ view, symbol, from, to, present }, parts, work)
    }
  },
}

interface MetricRange {
  readonly view: MarketView
  readonly symbol: string
  readonly from: string
  readonly to: string
  /** The session of the symbol in the view. */
  readonly present: string
}

/** In date order, with the values of `metric_history`: what the source keeps, else those of the session's chain. */
async function* metricRows(
  range: MetricRange,
  parts: ExportParts,
  work: HeavyWork,
): AsyncGenerator<readonly ExportRow[]> {
  const { view, symbol, from, to, present } = range
  if (from > present) return
  const kept = await keptFigures(range, parts)
  const computed = computedSessions(range, parts)
  yield [...kept.values()].filter(({ date }) => date >= from && date <= to && !computed.includes(date))
  for (const date of computed) {
    let row: ExportRow | undefined = kept.get(date)
    for await (const [valued] of pastRows({ data_set: 'metrics', symbol, date }, parts, work)) {
      if (valued) row = { ...valued, ...row }
    }
    if (row) yield [row]
  }
  if (to < present) return
  for await (const rows of presentRows('metrics', view, symbol, parts)) {
    yield rows.filter(({ date }) => String(date) >= from && !kept.has(String(date)))
  }
}

/** Past sessions of which the source does not keep all figures, as many as `metric_history` reads. */
function computedSessions({ from, to, present }: MetricRange, { market }: ExportParts): string[] {
  if (Object.values(DAILY_FIGURES).every((metric) => keeps(market, metric))) return []
  const last = to < present ? previousTradingDay(addDays(to, 1)) : present
  return [...sessionsReadBack(last), last].filter((date) => date >= from && date < present)
}

/** By date, in date order. */
async function keptFigures(
  { view, symbol, from, present }: MetricRange,
  { market }: ExportParts,
): Promise<ReadonlyMap<string, FiguresRow>> {
  const sessions = tradingDaysBetween(from, present).length
  const rows = new Map<string, FiguresRow>()
  for (const [name, metric] of Object.entries(DAILY_FIGURES)) {
    if (!keeps(market, metric)) continue
    const history = await nullIfNotFound(view.metricHistory(symbol, metric, { sessions }))
    for (const { date, value } of history?.points ?? []) {
      rows.set(date, { ...(rows.get(date) ?? { symbol, date }), [name]: figure(value) })
    }
  }
  return new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface FiguresRow extends ExportRow {
  readonly date: string
}

export const chains: DataSet = {
  summary: 'every listed contract with its greeks, at the last chain of each session',
  columns: {
    ...{ symbol: 'text', session_date: 'date', as_of: 'instant', underlying_price: 'number' },
    ...{ option_symbol: 'text', option_type: 'text', strike: 'number', expiration_date: 'date', dte: 'number' },
    ...allNumbers(['bid', 'ask', 'mid', 'last', 'bid_size', 'ask_size', 'volume', 'open_interest']),
    ...{ implied_volatility: 'number', iv_status: 'text', iv_origin: 'text' },
    ...allNumbers(['delta', 'gamma', 'theta', 'vega', 'rho', 'vanna', 'charm', 'theoretical_price']),
    ...{ exercise_advantage: 'number', in_the_money: 'flag' },
  },
  days: 1,
  until: 'session',
  maxDays: MAX_SESSION_DAYS,
  needsSymbols: true,
  parts: (query, parts, work) => sessionRows('chains', query, parts, work),
}

export const flow: DataSet = {
  summary: 'classified option trades of each session',
  columns: {
    ...{ id: 'text', executed_at: 'instant', symbol: 'text', option_symbol: 'text', option_type: 'text' },
    ...{ strike: 'number', expiration_date: 'date', dte: 'number', side: 'text' },
    ...allNumbers(['price', 'bid', 'ask', 'size', 'premium', 'underlying_price', 'implied_volatility', 'delta']),
    ...allNumbers(['open_interest', 'volume', 'volume_oi_ratio']),
    ...{ trade_type: 'text', sentiment: 'text', unusual_score: 'number', alert_types: 'text' },
  },
  days: 1,
  until: 'session',
  maxDays: MAX_SESSION_DAYS,
  needsSymbols: true,
  parts: (query, parts, work) => sessionRows('flow', query, parts, work),
}

/** Each session of the range with each symbol; the present one as far as it has come. */
async function* sessionRows(
  dataSet: SessionDataSet,
  query: ExportQuery,
  parts: ExportParts,
  work: HeavyWork,
): AsyncGenerator<readonly ExportRow[]> {
  const { from, to } = query
  const present = await parts.market.viewAt()
  const { sessionDate } = await present.moment()
  for (const date of tradingDaysBetween(from, to < sessionDate ? to : sessionDate)) {
    for (const symbol of await symbolsOf(query.symbols, parts.market)) {
      if (date === sessionDate) yield* presentRows(dataSet, present, symbol, parts)
      else yield* pastRows({ data_set: dataSet, symbol, date }, parts, work)
    }
  }
}

/** Of one view, so that rows do not change while they are read. */
async function* presentRows(
  dataSet: SessionDataSet,
  view: MarketView,
  symbol: string,
  parts: ExportParts,
): AsyncGenerator<readonly ExportRow[]> {
  const table = await sessionTable(dataSet, view, symbol, parts)
  for (let first = 0; table && first < table.count; first += ROWS_A_PAGE) yield table.rows(first, ROWS_A_PAGE)
}

/** In pages, where the questions about past sessions are answered. */
async function* pastRows(
  of: Omit<ExportPageQuestion, 'first'>,
  parts: ExportParts,
  work: HeavyWork,
): AsyncGenerator<readonly ExportRow[]> {
  const here = pageReader(parts)
  for (let first: number | null = 0; first !== null; ) {
    const question: ExportPageQuestion = { ...of, first }
    const answer = await work.part({ name: EXPORT_PAGE, input: question }, () => here(question))
    const { rows, next } = ExportPage.parse(answer)
    yield rows
    first = next
  }
}

async function symbolsOf(symbols: readonly string[], market: ExportParts['market']): Promise<readonly string[]> {
  return symbols.length > 0 ? symbols : (await market.listings()).map(({ symbol }) => symbol)
}

function allNumbers(names: readonly string[]): Readonly<Record<string, 'number'>> {
  return Object.fromEntries(names.map((name) => [name, 'number'] as const))
}
