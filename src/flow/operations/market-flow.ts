/** The classified sessions for a query: several of one symbol, or one of all symbols. */

import { concurrencyLimit } from '../../lib/async/concurrency-limit.ts'
import { prefetch } from '../../lib/async/prefetch.ts'
import { AppError } from '../../lib/errors.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { previousTradingDay, sessionOn, tradingDayBefore } from '../../market/domain/calendar/trading-calendar.ts'
import type { DateWindow } from '../../market/operations/date-window.ts'
import type { Dated } from '../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import { SymbolFailures } from '../../market/operations/symbol-failures.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { FlowContext } from './context.ts'
import type { SessionFlow } from './flow-sessions.ts'

type FlowParts = Pick<FlowContext, 'viewAt' | 'flowSessions'>
type MarketParts = Pick<FlowContext, 'market' | 'flowSessions' | 'progress'>

interface SessionsOfFlow {
  readonly dated: Dated
  /** Newest first. */
  readonly flows: readonly SessionFlow[]
  readonly window: DateWindow
}

/**
 * The sessions of one symbol within a window of dates, which can depend on the session of the view. Earlier sessions for
 * which `isKnown` returns true are not read.
 */
export async function sessionsOfFlow(
  parts: FlowParts,
  view: MarketView,
  symbol: string,
  windowOf: (sessionDate: string) => DateWindow,
  isKnown: (date: string) => Promise<boolean> = async () => false,
): Promise<SessionsOfFlow> {
  const present = await parts.flowSessions.flow(view, symbol)
  const window = windowOf(present.sessionDate)
  const flows = present.sessionDate >= window.from && present.sessionDate <= window.to ? [present] : []
  let date = window.to < present.sessionDate ? dateOnOrBefore(window.to) : previousTradingDay(present.sessionDate)
  for (; date >= window.from; date = previousTradingDay(date)) {
    if (await isKnown(date)) continue
    const past = await nullIfNotFound(pastFlow(parts, symbol, date))
    if (past?.sessionDate === date) flows.push(past)
    await nextTurn()
  }
  const warnings = [...new Set(flows.flatMap((flow) => flow.warnings))]
  return { dated: { asOfMs: present.asOfMs, sessionDate: present.sessionDate, warnings }, flows, window }
}

function dateOnOrBefore(date: string): string {
  return sessionOn(date) ? date : previousTradingDay(date)
}

async function pastFlow(parts: FlowParts, symbol: string, date: string): Promise<SessionFlow> {
  return parts.flowSessions.flow(await parts.viewAt(date), symbol)
}

/**
 * The first read of a past session of the whole market takes seconds and much memory: one at a time. The present session
 * does not wait for them.
 */
const oneAtATime = concurrencyLimit(1, {
  maxWaiting: 16,
  refuse: () => new AppError('unavailable', 'Too many past sessions are being read. Try again in a few seconds.'),
})

/** The worker thread finds the yields of some symbols while this thread reads the prints of others. */
const AHEAD = 3

/** Every symbol with a tape in the session of the view. */
export function marketFlow(parts: MarketParts, view: MarketView): Promise<MarketFlow> {
  return view.date === undefined ? gatherFlow(parts, view) : oneAtATime(() => gatherFlow(parts, view))
}

type MarketFlow = Omit<SessionsOfFlow, 'window'>

async function gatherFlow({ market, flowSessions, progress }: MarketParts, view: MarketView): Promise<MarketFlow> {
  const { sessionDate, ...moment } = await view.moment()
  const flows: SessionFlow[] = []
  const symbols = (await market.listings())
    .filter(({ optionsFrom, printsFrom }) => optionsFrom !== null || printsFrom !== null)
    .map(({ symbol }) => symbol)
  const failures = new SymbolFailures()
  const flowOf = (symbol: string) => failures.nullIfLacking(symbol, flowSessions.flow(view, symbol))
  let answered = 0
  let done = 0
  progress?.(done, symbols.length)
  for await (const flow of prefetch(symbols, flowOf, AHEAD)) {
    progress?.(++done, symbols.length)
    if (flow) answered++
    if (flow?.sessionDate === sessionDate && flow.prints > 0) flows.push(flow)
  }
  if (answered === 0 && failures.first) throw failures.first
  const none = flows.length === 0 ? ['The source has no option prints of this session.'] : []
  const warnings = [...none, ...failures.warnings]
  // Some options trade after the close that ends a past session.
  const asOfMs = flows.reduce((latest, flow) => Math.max(latest, flow.asOfMs), moment.asOfMs)
  return { dated: { asOfMs, sessionDate, warnings }, flows }
}

/** Number of earlier sessions that a window of one symbol can include. */
const SESSIONS_BACK = 5

export interface InstantWindow {
  readonly sinceMs?: number | undefined
  readonly untilMs?: number | undefined
}

interface FlowWindow extends Omit<SessionsOfFlow, 'window'> {
  /** Instants, ISO 8601 UTC. */
  readonly window: DateWindow
}

/** The sessions between two instants; without a symbol, only the session of the view. */
export async function flowWindow(
  context: FlowParts & MarketParts,
  view: MarketView,
  symbol: string | undefined,
  requested: InstantWindow,
): Promise<FlowWindow> {
  const { dated, flows } =
    symbol === undefined
      ? await marketFlow(context, view)
      : await sessionsOfFlow(context, view, symbol, (sessionDate) => ({
          from: firstDate(sessionDate, requested.sinceMs),
          to: sessionDate,
        }))
  const first = flows.at(-1)?.sessionDate ?? dated.sessionDate
  const openMs = sessionOn(first)?.openMs ?? dated.asOfMs
  // Index options trade before the open of their session.
  const firstMs = flows.reduce((first, { rows }) => Math.min(first, rows[0]?.executedAtMs ?? openMs), openMs)
  const earliest = symbol === undefined ? dated.sessionDate : earliestDate(dated.sessionDate)
  // A weekend or holiday before the earliest date contains no trades.
  const isCut = requested.sinceMs !== undefined && newYorkDate(requested.sinceMs) <= previousTradingDay(earliest)
  return {
    dated: isCut ? { ...dated, warnings: [...dated.warnings, cutWarning(symbol)] } : dated,
    flows,
    window: servedWindow(firstMs, dated.asOfMs, requested),
  }
}

/** The requested window, limited to the available data; ISO 8601 UTC. */
export function servedWindow(firstMs: number, asOfMs: number, { sinceMs, untilMs }: InstantWindow): DateWindow {
  const toMs = Math.min(untilMs ?? asOfMs, asOfMs)
  const fromMs = Math.min(Math.max(sinceMs ?? firstMs, firstMs), toMs)
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
}

function firstDate(sessionDate: string, sinceMs: number | undefined): string {
  if (sinceMs === undefined) return sessionDate
  const earliest = earliestDate(sessionDate)
  const since = newYorkDate(sinceMs)
  return since > sessionDate ? sessionDate : since < earliest ? earliest : since
}

export function earliestDate(sessionDate: string): string {
  return tradingDayBefore(sessionDate, SESSIONS_BACK)
}

function cutWarning(symbol: string | undefined): string {
  return symbol === undefined
    ? 'Without a symbol only the session is served: the window starts at from.'
    : `At most ${SESSIONS_BACK} sessions before this one are served: the window starts at from.`
}
