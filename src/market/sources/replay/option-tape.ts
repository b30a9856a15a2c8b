import { LRUCache } from 'lru-cache'
import { addDays } from '../../../lib/time/civil-date.ts'
import { newYorkInstant } from '../../domain/calendar/new-york-time.ts'
import { previousTradingDay, sessionOn } from '../../domain/calendar/trading-calendar.ts'
import type { OptionPrints } from '../../domain/options/option-prints.ts'
import { countUpTo, noPrints, type TapePrints, tapeUpTo } from '../../domain/options/option-tape.ts'
import { runningVolumes } from '../../domain/options/running-volume.ts'
import type { OptionTape } from '../../ports/market-source.ts'
import type { Moment } from './moment.ts'
import type { ReplayMarket, SessionHead } from './stored-market.ts'

/** The stored option trades of a symbol in a view of a date, undefined for the present. */
export type OptionTapes = (symbol: string, moment: Moment, date: string | undefined) => Promise<OptionTape>

interface KeptTape {
  readonly whole: TapePrints
  /** Recent results, by their inputs other than the prints. */
  readonly cuts: LRUCache<string, Cut>
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
  cuts.set(key, cut)
  return cut
}

/**
 * The session of a past view, up to its instant. The present has the latest session with prints: up to the instant of
 * the latest chain if it is of the same session, else complete.
 */
async function sessionOfTape(market: ReplayMarket, symbol: string, moment: Moment, date: string | undefined) {
  const latest = date ?? (await market.marketSessions.sessionDates('prints', symbol)).findLast(sessionOn)
  if (latest === undefined || latest === moment.sessionDate) return moment
  return { sessionDate: latest, ms: sessionOn(latest)?.closeMs ?? moment.ms }
}

/** Some options trade 15 minutes longer than their underlying; a finished session includes these trades. */
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
  const kept = new LRUCache<string, KeptTape>({
    maxSize: KEPT_PRINTS,
    // A tape larger than the limit is cached alone.
    sizeCalculation: ({ whole }) => Math.min(Math.max(1, whole.count), KEPT_PRINTS),
  })
  return async (symbol: string, { id, sessionDate }: SessionHead): Promise<KeptTape | undefined> => {
    const tape = kept.get(id) ?? (await loadedTape(market, symbol, sessionDate))
    if (!tape) return undefined
    // Concurrent requests can load it twice: the first one wins.
    const first = kept.get(id) ?? tape
    kept.set(id, first)
    return first
  }
}

async function loadedTape(market: ReplayMarket, symbol: string, sessionDate: string): Promise<KeptTape | undefined> {
  const stored = await market.marketSessions.load('prints', symbol, sessionDate)
  return stored && { whole: withVolume(stored.table), cuts: new LRUCache<string, Cut>({ max: KEPT_CUTS }) }
}

/** The volume is that of the stored prints, because files have no other. */
function withVolume(table: OptionPrints): TapePrints {
  return { ...table, volume: runningVolumes(table), openInterest: new Float64Array(table.count).fill(Number.NaN) }
}
