/** The classified tapes that a question about flow looks through: of one symbol some sessions, of all symbols one. */
import { AppError } from '../../domain/errors.ts'
import { newYorkDate } from '../../domain/market/new-york-time.ts'
import { previousTradingDay, sessionOn, tradingDayBefore } from '../../domain/market/trading-calendar.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { oneAhead } from '../../lib/one-ahead.ts'
import { turns } from '../../lib/turns.ts'
import type { MarketView } from '../../ports/market-source.ts'
import type { DateWindow } from '../analytics/date-window.ts'
import { ifKnown } from '../analytics/if-known.ts'
import type { Context } from '../context.ts'
import type { Dated } from '../envelope.ts'
import { type FlowParts, type SessionFlow, sessionFlow } from './session-flow.ts'

interface SessionsOfFlow {
  readonly dated: Dated
  /** Newest first. */
  readonly flows: readonly SessionFlow[]
  readonly window: DateWindow
}

/**
 * The sessions of one symbol within a window of dates; the window may hang on the session of the view. Sessions before it
 * that are known already are not read.
 */
export async function sessionsOfFlow(
  parts: FlowParts,
  view: MarketView,
  symbol: string,
  windowOf: (sessionDate: string) => DateWindow,
  isKnown: (date: string) => Promise<boolean> = async () => false,
): Promise<SessionsOfFlow> {
  const present = await sessionFlow(parts, view, symbol)
  const window = windowOf(present.sessionDate)
  const flows = present.sessionDate >= window.from && present.sessionDate <= window.to ? [present] : []
  let date = window.to < present.sessionDate ? dateOnOrBefore(window.to) : previousTradingDay(present.sessionDate)
  for (; date >= window.from; date = previousTradingDay(date)) {
    if (await isKnown(date)) continue
    const past = await ifKnown(pastFlow(parts, symbol, date))
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
  return sessionFlow(parts, await parts.viewAt(date), symbol)
}

/**
 * A past session of the whole market takes seconds and much memory when it is first asked for: one at a time, and the
 * present does not wait for them.
 */
const inTurn = turns({
  parallel: 1,
  waiting: 16,
  refuse: () => new AppError('unavailable', 'Too many past sessions are being read. Try again in a few seconds.'),
})

/** Every symbol of the source in the session of the view; what has no tape adds nothing. */
export function marketFlow(parts: FlowParts & Pick<Context, 'market'>, view: MarketView): Promise<MarketFlow> {
  return view.date === undefined ? gatherFlow(parts, view) : inTurn(() => gatherFlow(parts, view))
}

type MarketFlow = Omit<SessionsOfFlow, 'window'>

async function gatherFlow(
  { market, ...parts }: FlowParts & Pick<Context, 'market'>,
  view: MarketView,
): Promise<MarketFlow> {
  const { sessionDate, ...moment } = await view.moment()
  const flows: SessionFlow[] = []
  const symbols = (await market.listings())
    .filter(({ optionsFrom, printsFrom }) => optionsFrom !== null || printsFrom !== null)
    .map(({ symbol }) => symbol)
  for await (const flow of oneAhead(symbols, (symbol) => ifKnown(sessionFlow(parts, view, symbol)))) {
    if (flow?.sessionDate === sessionDate && flow.prints > 0) flows.push(flow)
  }
  const warnings = flows.length === 0 ? ['The source has no option prints of this session.'] : []
  // Some options trade on after the close that ends a past session.
  const asOfMs = flows.reduce((latest, flow) => Math.max(latest, flow.asOfMs), moment.asOfMs)
  return { dated: { asOfMs, sessionDate, warnings }, flows }
}

/** Trading sessions before that of the view which a window of one symbol may reach back to. */
const SESSIONS_BACK = 5

export interface InstantWindow {
  readonly sinceMs?: number | undefined
  readonly untilMs?: number | undefined
}

interface FlowWindow extends Omit<SessionsOfFlow, 'window'> {
  /** Instants, ISO 8601 UTC. */
  readonly window: DateWindow
}

/** What lies between two instants; without a symbol in the session of the view alone. */
export async function flowWindow(
  context: FlowParts & Pick<Context, 'market'>,
  view: MarketView,
  symbol: string | undefined,
  asked: InstantWindow,
): Promise<FlowWindow> {
  const { dated, flows } =
    symbol === undefined
      ? await marketFlow(context, view)
      : await sessionsOfFlow(context, view, symbol, (sessionDate) => ({
          from: firstDate(sessionDate, asked.sinceMs),
          to: sessionDate,
        }))
  const first = flows.at(-1)?.sessionDate ?? dated.sessionDate
  const openMs = sessionOn(first)?.openMs ?? dated.asOfMs
  // Options of indices trade before the open of their session.
  const firstMs = flows.reduce((least, { rows }) => Math.min(least, rows[0]?.executedAtMs ?? openMs), openMs)
  const earliest = symbol === undefined ? dated.sessionDate : earliestDate(dated.sessionDate)
  // A weekend or a holiday before it loses nothing.
  const isCut = asked.sinceMs !== undefined && newYorkDate(asked.sinceMs) <= previousTradingDay(earliest)
  return {
    dated: isCut ? { ...dated, warnings: [...dated.warnings, cutWarning(symbol)] } : dated,
    flows,
    window: servedWindow(firstMs, dated.asOfMs, asked),
  }
}

/** What was asked for of what there is, ISO 8601 UTC. */
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

function earliestDate(sessionDate: string): string {
  return tradingDayBefore(sessionDate, SESSIONS_BACK)
}

function cutWarning(symbol: string | undefined): string {
  return symbol === undefined
    ? 'Without a symbol only the session is served: the window begins where from says.'
    : `At most ${SESSIONS_BACK} sessions before this one are served: the window begins where from says.`
}
