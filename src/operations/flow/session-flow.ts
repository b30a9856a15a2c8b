/** The classified tape of one symbol and session: read on as the tape grows, once for all who ask. */
import { chainCarry, type ExpirationCarry } from '../../domain/analytics/settled-terms.ts'
import { AppError } from '../../domain/errors.ts'
import { contractFacts } from '../../domain/flow/contract-facts.ts'
import type { FlowRow } from '../../domain/flow/flow-row.ts'
import { FlowSession, rowsBeyond } from '../../domain/flow/flow-session.ts'
import { addCounts, type PrintCounts, zeroCounts } from '../../domain/flow/print-counts.ts'
import type { SymbolCalendar } from '../../domain/flow/rarity-features.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import type { TapePrints } from '../../domain/market/option-tape.ts'
import { previousTradingDay } from '../../domain/market/trading-calendar.ts'
import { addDays, daysBetween } from '../../lib/civil-date.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { MarketView, OptionTape } from '../../ports/market-source.ts'
import { ifKnown } from '../analytics/if-known.ts'
import type { Context } from '../context.ts'

export type FlowParts = Pick<Context, 'viewAt' | 'store'>

export interface SessionFlow {
  readonly symbol: string
  readonly asOfMs: number
  readonly sessionDate: string
  /** Prints of the tape that these rows were made of. */
  readonly prints: number
  /** In the order of the tape; none after `asOfMs`. */
  readonly rows: readonly FlowRow[]
  readonly warnings: readonly string[]
}

/** Reports further ahead make no print telling. */
const EARNINGS_DAYS = 10
/** A few milliseconds of reading, between which others are answered. */
const PRINTS_A_TURN = 500

const sessions = new WeakMap<object, Promise<FlowSession>>()
const read = new WeakMap<TapePrints, Promise<readonly FlowRow[]>>()
const totals = zeroCounts()
const queues = new WeakMap<FlowSession, Promise<unknown>>()

/** The session behind a tape as far as it has been read, undefined before it is. For who keeps what the tape means. */
export async function readSession(tape: object): Promise<FlowSession | undefined> {
  return await sessions.get(tape)
}

/** The same rows while nothing was added to the tape. Throws `not_found` for a symbol that the source does not know. */
export function sessionFlow(parts: FlowParts, view: MarketView, symbol: string): Promise<SessionFlow> {
  return orKept(tapedFlow(parts, view, symbol), (failure) => keptFlow(parts, view, symbol, failure))
}

/** A session for who goes on from where he was: nothing is copied but what is new to him. */
export interface FlowAhead {
  readonly symbol: string
  readonly asOfMs: number
  readonly sessionDate: string
  /** In the order of the tape, up to the last row that is as old as an instant. */
  rowsBeyond(sequence: number, untilMs: number): readonly FlowRow[]
}

/** It may hold rows beyond `asOfMs` that were read for others. Throws as `sessionFlow`. */
export function flowAhead(parts: FlowParts, view: MarketView, symbol: string): Promise<FlowAhead> {
  return orKept(tapedAhead(parts, view, symbol), async (failure) => {
    const kept = await keptFlow(parts, view, symbol, failure)
    return kept && { ...kept, rowsBeyond: (sequence, untilMs) => rowsBeyond(kept.rows, sequence, untilMs) }
  })
}

/** What was stored, where it is known, while the source does not answer. */
async function orKept<T>(asked: Promise<T>, kept: (failure: AppError) => Promise<T | null>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const isDown = error instanceof AppError && error.code === 'unavailable'
    const found = isDown ? await kept(error) : null
    if (!found) throw error
    return found
  }
}

/** Last rows that were read of the store, by symbol: a source that is down is asked again every second. */
const keptFlows = new WeakMap<object, Map<string, SessionFlow>>()

/** Of a source that does not answer: what was stored of the session, with the reason why it ends where it does. */
async function keptFlow(
  { store }: FlowParts,
  view: MarketView,
  symbol: string,
  failure: AppError,
): Promise<SessionFlow | null> {
  const { sessionDate } = await view.moment()
  const day = await store.flowTotals.day(symbol, sessionDate)
  if (day?.source !== view.source) return null
  const flows = keptFlows.get(store) ?? new Map<string, SessionFlow>()
  keptFlows.set(store, flows)
  const known = flows.get(symbol)
  if (known?.sessionDate === sessionDate && known.asOfMs === day.asOfMs) return known
  const rows = await store.flowRows.session(symbol, sessionDate)
  const warnings = [...day.warnings, `${failure.message} Trades since the last good answer are missing.`]
  const flow = { symbol, asOfMs: day.asOfMs, sessionDate, prints: rows.length, rows, warnings }
  flows.set(symbol, flow)
  return flow
}

async function tapedFlow(parts: FlowParts, view: MarketView, symbol: string): Promise<SessionFlow> {
  const taped = await view.optionPrints(symbol)
  const { asOfMs, sessionDate, prints, warnings } = taped
  const rows = await (read.get(prints) ?? begunReading(parts, view, taped))
  return { symbol, asOfMs, sessionDate, prints: prints.count, rows, warnings }
}

async function tapedAhead(parts: FlowParts, view: MarketView, symbol: string): Promise<FlowAhead> {
  const taped = await view.optionPrints(symbol)
  const { asOfMs, sessionDate } = taped
  const session = await reachedSession(parts, view, taped, (reached) => reached)
  return { symbol, asOfMs, sessionDate, rowsBeyond: session.rowsBeyond.bind(session) }
}

function begunReading(parts: FlowParts, view: MarketView, taped: OptionTape): Promise<readonly FlowRow[]> {
  const reading = reachedRows(parts, view, taped)
  read.set(taped.prints, reading)
  // A failure is not remembered.
  reading.catch(() => read.delete(taped.prints))
  return reading
}

/** What became of the prints that this process has read. */
export function printTotals(): PrintCounts {
  return totals
}

async function reachedRows(parts: FlowParts, view: MarketView, taped: OptionTape): Promise<readonly FlowRow[]> {
  const { prints } = taped
  const rows = await reachedSession(parts, view, taped, (session) => session.position === prints.count && session.rows)
  if (rows) return rows
  // Who read further already has rows that later prints changed: they are read anew up to here.
  const anew = await begin(parts, view, prints)
  await readOn(anew, prints)
  return anew.rows
}

/** What the session is once it has been read to the end of these prints, or beyond it. */
async function reachedSession<T>(
  parts: FlowParts,
  view: MarketView,
  { tape, prints }: OptionTape,
  take: (session: FlowSession) => T,
): Promise<T> {
  const session = await sessionOf(parts, view, tape, prints)
  return inTurn(session, async () => {
    const before = session.counts
    await readOn(session, prints)
    addCounts(totals, before, session.counts)
    return take(session)
  })
}

/** Those who read one tape to different ends at the same time read one after another: each gets its own end. */
function inTurn<T>(session: FlowSession, work: () => Promise<T>): Promise<T> {
  const before = queues.get(session) ?? Promise.resolve()
  const mine = before.then(work, work)
  queues.set(session, mine)
  return mine
}

async function readOn(session: FlowSession, prints: TapePrints): Promise<void> {
  while (session.position < prints.count) {
    session.advance(prints, Math.min(session.position + PRINTS_A_TURN, prints.count))
    await nextTurn()
  }
}

function sessionOf(parts: FlowParts, view: MarketView, tape: object, prints: TapePrints): Promise<FlowSession> {
  const known = sessions.get(tape)
  if (known !== undefined) return known
  const begun = begin(parts, view, prints)
  sessions.set(tape, begun)
  // A failure is not remembered.
  begun.catch(() => sessions.delete(tape))
  return begun
}

/**
 * The contracts of the session, at the rates and yields of the close before, and the dates to come as they were known
 * then: so a print has the same figures whenever it is asked for, in its session or years later.
 */
async function begin(
  { viewAt }: FlowParts,
  view: MarketView,
  { symbol, sessionDate }: TapePrints,
): Promise<FlowSession> {
  const dateBefore = previousTradingDay(sessionDate)
  const before = await ifKnown(viewAt(dateBefore))
  // The latest tape may be of a session before that of the latest chain.
  const own =
    (await chainOf(view, symbol, sessionDate)) ??
    (await chainOf(await ifKnown(viewAt(sessionDate)), symbol, sessionDate))
  const earlier = carryOf(await chainOf(before, symbol, dateBefore))
  const carrying = earlier.length > 0 ? earlier : carryOf(own)
  return new FlowSession({
    symbol,
    sessionDate,
    facts: contractFacts({ symbol, listed: own, carrying }),
    calendar: await calendarOf(before ?? view, symbol, sessionDate),
  })
}

/** None of a chain whose quotes tell no yield. */
function carryOf(chain: OptionChain | null): readonly ExpirationCarry[] {
  return chain ? chainCarry(chain) : []
}

/** The chain of that very session, null without one. */
async function chainOf(view: MarketView | null, symbol: string, sessionDate: string): Promise<OptionChain | null> {
  const chain = view && (await ifKnown(view.chain(symbol)))
  return chain?.sessionDate === sessionDate ? chain : null
}

async function calendarOf(view: MarketView, symbol: string, sessionDate: string): Promise<SymbolCalendar> {
  const reports = await ifKnown(view.earnings({ symbol, from: sessionDate, to: addDays(sessionDate, EARNINGS_DAYS) }))
  const events = await ifKnown(view.events({ from: sessionDate, to: sessionDate }))
  const days = reports?.data.map(({ reportDate }) => daysBetween(sessionDate, reportDate)) ?? []
  return {
    daysToEarnings: days.length > 0 ? Math.min(...days) : Number.NaN,
    eventsMs: (events?.data ?? [])
      .filter(({ kind }) => kind === 'macro' || kind === 'fed')
      .map(({ scheduledAt }) => Date.parse(scheduledAt)),
  }
}
