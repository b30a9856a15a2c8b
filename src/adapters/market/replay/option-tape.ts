import { newYorkInstant } from '../../../domain/market/new-york-time.ts'
import type { OptionPrints } from '../../../domain/market/option-prints.ts'
import { countUpTo, noPrints, type TapePrints, tapeUpTo } from '../../../domain/market/option-tape.ts'
import { previousTradingDay, sessionOn } from '../../../domain/market/trading-calendar.ts'
import { addDays } from '../../../lib/civil-date.ts'
import type { OptionTape } from '../../../ports/market-source.ts'
import type { ReplayMarket, SessionHead } from './index.ts'
import type { Moment } from './view.ts'

/** The stored option trades of a symbol in a view of a date, undefined for the present. */
export type OptionTapes = (symbol: string, moment: Moment, date: string | undefined) => Promise<OptionTape>

interface KeptTape {
  readonly whole: TapePrints
  /** What was asked for last, by what it depends on besides the prints. */
  readonly cuts: Map<string, Cut>
}

interface Cut {
  readonly prints: TapePrints
  readonly beside: string
  readonly tape: object
}

/** About 100 bytes each. */
const KEPT_PRINTS = 1_000_000
/** A present and a past view of one session, before and after an import. */
const KEPT_CUTS = 4
/** CANC, CNCL, CNCO and CNOL: the report takes back an earlier one of the same contract. */
const CANCELLATIONS = new Set(['A', 'C', 'E', 'G'])

export function optionTapes(market: ReplayMarket): OptionTapes {
  const memo = tapeMemo(market)
  return async (symbol, moment, date) => {
    const { sessionDate, ms } = await sessionOfTape(market, symbol, moment, date)
    const [head] = await market.marketSessions.heads('prints', symbol, { from: sessionDate, to: sessionDate })
    const kept = head && (await memo(symbol, head))
    const asOfMs = kept ? endOf(kept.whole, ms) : ms
    const { prints, tape } = kept
      ? cutOf(kept, asOfMs, await besidePrints(market, symbol, sessionDate))
      : { prints: noPrints(symbol, sessionDate), tape: {} }
    return { asOfMs, sessionDate, tape, prints, warnings: await warningsOf(market, prints, moment, asOfMs) }
  }
}

/**
 * What prints are read with: the chains of their session and of the one before, and the dates to come as the close before knew them. A tape is
 * another one when an import changes these.
 */
async function besidePrints(market: ReplayMarket, symbol: string, sessionDate: string): Promise<string> {
  const dateBefore = previousTradingDay(sessionDate)
  const [before, head] = [
    await market.chains.latest(symbol, dateBefore),
    await market.chains.latest(symbol, sessionDate),
  ]
  const bar = await market.dailyBars.latest(symbol, sessionDate)
  const knownAt = new Date(sessionOn(dateBefore)?.closeMs ?? 0).toISOString()
  const reports = await market.marketCalendar.earnings({ symbol, from: sessionDate, knownAt })
  const dayMs = newYorkInstant(sessionDate, 0)
  const [from, to] = [dayMs, newYorkInstant(addDays(sessionDate, 1), 0)].map((ms) => new Date(ms).toISOString())
  const events = await market.marketCalendar.events({ ...(from && { from }), ...(to && { to }), knownAt })
  return JSON.stringify([
    before?.sessionDate === dateBefore ? before.id : null,
    head?.sessionDate === sessionDate ? head.id : null,
    bar?.date === sessionDate ? bar.close : null,
    reports.map(({ reportDate }) => reportDate),
    events.map(({ kind, scheduledAt }) => [kind, scheduledAt]),
  ])
}

function cutOf({ whole, cuts }: KeptTape, asOfMs: number, beside: string): Cut {
  const count = countUpTo(whole.executedAtMs, asOfMs)
  const key = `${count} ${beside}`
  const tape = [...cuts.values()].find((cut) => cut.beside === beside)?.tape ?? Object.freeze({})
  const cut = cuts.get(key) ?? { prints: { ...tapeUpTo(whole, asOfMs) }, beside, tape }
  cuts.delete(key)
  cuts.set(key, cut)
  for (const oldest of cuts.keys()) {
    if (cuts.size <= KEPT_CUTS) break
    cuts.delete(oldest)
  }
  return cut
}

/**
 * The session of a past view, up to its instant. The present has the latest session with prints: up to the instant of
 * the latest chain where that is of the same session, else all of it.
 */
async function sessionOfTape(market: ReplayMarket, symbol: string, moment: Moment, date: string | undefined) {
  const latest = date ?? (await market.marketSessions.sessionDates('prints', symbol)).findLast(sessionOn)
  if (latest === undefined || latest === moment.sessionDate) return moment
  return { sessionDate: latest, ms: sessionOn(latest)?.closeMs ?? moment.ms }
}

/** Some options trade a quarter of an hour longer than their underlying: the end of a finished session has them all. */
function endOf({ sessionDate, executedAtMs }: TapePrints, ms: number): number {
  const closeMs = sessionOn(sessionDate)?.closeMs ?? Number.POSITIVE_INFINITY
  return ms >= closeMs ? Math.max(ms, executedAtMs.at(-1) ?? ms) : ms
}

async function warningsOf(
  market: ReplayMarket,
  { symbol, sessionDate, count }: TapePrints,
  moment: Moment,
  ms: number,
): Promise<string[]> {
  if (count === 0) {
    const dates = await market.marketSessions.sessionDates('prints', symbol)
    if (dates.length === 0) return [`No option prints of ${symbol} are stored: import some first.`]
    if (dates.includes(sessionDate)) {
      return [`The option prints of ${symbol} stored for ${sessionDate} begin after ${new Date(ms).toISOString()}.`]
    }
    const range = `There are some of ${dates.length} sessions from ${dates[0]} to ${dates.at(-1)}.`
    return [`No option prints of ${symbol} are stored for ${sessionDate}. ${range}`]
  }
  if (sessionDate === moment.sessionDate) return []
  return [
    `The latest stored option prints of ${symbol} are those of ${sessionDate}; its latest prices are of ${moment.sessionDate}.`,
  ]
}

/** Keeps what was used last; undefined for a session that was replaced since its head was read. */
function tapeMemo(market: ReplayMarket) {
  const kept = new Map<string, KeptTape>()
  let held = 0
  return async (symbol: string, { id, sessionDate }: SessionHead): Promise<KeptTape | undefined> => {
    const tape = kept.get(id) ?? (await loadedTape(market, symbol, sessionDate))
    if (!tape) return undefined
    // Asked twice at once, it is loaded twice: what was kept first stays the tape.
    const first = kept.get(id) ?? tape
    if (!kept.delete(id)) held += first.whole.count
    kept.set(id, first)
    for (const [oldest, { whole }] of kept) {
      if (held <= KEPT_PRINTS || oldest === id) break
      kept.delete(oldest)
      held -= whole.count
    }
    return first
  }
}

async function loadedTape(market: ReplayMarket, symbol: string, sessionDate: string): Promise<KeptTape | undefined> {
  const stored = await market.marketSessions.load('prints', symbol, sessionDate)
  return stored && { whole: withVolume(stored.table), cuts: new Map() }
}

/** The volume is that of the stored prints, since a file says no other. */
function withVolume(table: OptionPrints): TapePrints {
  const traded = new Map<string, number>()
  const volume = new Float64Array(table.count)
  for (let row = 0; row < table.count; row++) {
    const contract = table.optionSymbols[row] ?? ''
    const size = table.size[row] ?? Number.NaN
    const before = traded.get(contract) ?? 0
    const isTakenBack = CANCELLATIONS.has(table.condition[row] ?? '')
    const after = isTakenBack ? Math.max(before - size, 0) : before + size
    traded.set(contract, after)
    volume[row] = after
  }
  return { ...table, volume, openInterest: new Float64Array(table.count).fill(Number.NaN) }
}
