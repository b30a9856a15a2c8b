/**
 * Counts what the prints of past sessions did afterwards, newest sessions first, one symbol of one session a step, for
 * all horizons that are over: its tape is read once for them. Each session and horizon is counted once; results are stored.
 */
import { lastFinishedSession, previousTradingDay, sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import type { MarketContext } from '../../market/operations/context.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketSource, MarketView } from '../../market/ports/market-source.ts'
import type { FlowRow } from '../domain/flow-row.ts'
import {
  ALL_SYMBOLS,
  HORIZONS,
  INTEREST_HORIZON,
  type LaterClose,
  mergeOutcomes,
  type OutcomeSums,
  outcomeSums,
  type StudiedRow,
  studiedRows,
} from '../domain/sums/outcome-study.ts'
import type { FlowSessions } from '../operations/flow-sessions.ts'
import type { FlowStore } from '../store/index.ts'

/** About a year. */
const MAX_SESSIONS = 252

export interface OutcomeStudyParts extends Pick<MarketContext, 'viewAt'> {
  readonly store: FlowStore
  readonly flowSessions: FlowSessions
  readonly market: MarketSource
  readonly now: () => Date
  /** Sessions that are studied; a year by default. */
  readonly sessions?: number
}

/** True if anything was counted. */
export async function studyOutcomes(parts: OutcomeStudyParts, signal: AbortSignal): Promise<boolean> {
  const dates = finishedSessions(parts.now().getTime(), parts.sessions ?? MAX_SESSIONS)
  const source = (await parts.viewAt()).source
  const places = await parts.store.flowOutcomes.places(source, ALL_SYMBOLS, dates.at(-1) ?? '')
  const done = new Set(places.map(({ sessionDate, horizon }) => `${sessionDate} ${horizon}`))
  for (const [age, date] of dates.entries()) {
    const open = HORIZONS.flatMap((horizon) => {
      const later = dates[age - horizon]
      return later === undefined || done.has(`${date} ${horizon}`) ? [] : [{ horizon, later }]
    })
    if (open.length === 0) continue
    if (signal.aborted) return false
    await studyNext(parts, { source, date }, open)
    return true
  }
  return false
}

/** Newest first. */
function finishedSessions(nowMs: number, count: number): string[] {
  let date = lastFinishedSession(nowMs)
  const dates: string[] = []
  for (let each = 0; each < count; each++) {
    dates.push(date)
    date = previousTradingDay(date)
  }
  return dates
}

interface Studied {
  readonly source: string
  readonly date: string
}

/** A horizon that is over, and the session at its end. */
interface OpenHorizon {
  readonly horizon: number
  readonly later: string
}

/** Counts the next symbol of a session, or, after the last one, all of them together. */
async function studyNext(parts: OutcomeStudyParts, { source, date }: Studied, open: OpenHorizon[]): Promise<void> {
  const { flowOutcomes } = parts.store
  const listed = (await parts.market.listings()).filter(({ printsFrom, optionsFrom }) => printsFrom ?? optionsFrom)
  const known = new Map<number, ReadonlySet<string>>()
  for (const { horizon } of open) known.set(horizon, new Set(await flowOutcomes.symbols(source, date, horizon)))
  const lacking = (symbol: string) => open.filter(({ horizon }) => !known.get(horizon)?.has(symbol))
  const next = listed.find(({ symbol }) => lacking(symbol).length > 0)
  if (next) {
    const { symbol } = next
    const studied = await studiedOf(parts, symbol, date)
    for (const each of lacking(symbol)) {
      const place = { source, sessionDate: date, symbol, horizon: each.horizon }
      await flowOutcomes.put(place, await sumsOf(parts, symbol, studied, each))
    }
    return
  }
  for (const { horizon } of open) {
    const all: OutcomeSums = new Map()
    for (const { sums } of await flowOutcomes.ofSession(source, date, horizon)) mergeOutcomes(all, sums)
    await flowOutcomes.put({ source, sessionDate: date, symbol: ALL_SYMBOLS, horizon }, all)
  }
}

interface StudiedSession {
  readonly view: MarketView
  readonly rows: readonly StudiedRow[]
}

/** Null without rows to study. */
async function studiedOf(parts: OutcomeStudyParts, symbol: string, date: string): Promise<StudiedSession | null> {
  const view = await nullIfNotFound(parts.viewAt(date))
  const rows = view ? studiedRows(await rowsOf(parts, view, symbol, date)) : []
  return view && rows.length > 0 ? { view, rows } : null
}

async function sumsOf(
  parts: OutcomeStudyParts,
  symbol: string,
  studied: StudiedSession | null,
  { later, horizon }: OpenHorizon,
): Promise<OutcomeSums> {
  const laterView = await nullIfNotFound(parts.viewAt(later))
  if (!studied || !laterView) return new Map()
  const { view, rows } = studied
  return outcomeSums(rows, horizon, {
    ...(await laterClose(symbol, view, laterView, rows)),
    openInterest: horizon === INTEREST_HORIZON ? await openInterestOf(symbol, laterView) : () => Number.NaN,
  })
}

/** Of a live source only what is stored: a vendor is not asked for tapes of the past. */
async function rowsOf(
  { store, market, flowSessions }: OutcomeStudyParts,
  view: MarketView,
  symbol: string,
  date: string,
): Promise<readonly FlowRow[]> {
  if (market.capabilities.keepsTape) {
    const day = await store.flowTotals.day(symbol, date)
    return day?.isWhole && day.source === view.source ? store.flowRows.session(symbol, date) : []
  }
  const flow = await nullIfNotFound(flowSessions.once(view, symbol))
  return flow?.sessionDate === date ? flow.rows : []
}

/** Dates of the views are those of their sessions. */
async function laterClose(
  symbol: string,
  view: MarketView,
  laterView: MarketView,
  studied: readonly StudiedRow[],
): Promise<Omit<LaterClose, 'openInterest'>> {
  const [from = '', to = ''] = [view.date, laterView.date]
  const [own] = (await view.dailyBars(symbol, { from, to: from })).slice(-1)
  const bars = await laterView.dailyBars(symbol, { from, to })
  const closes = new Map(bars.map(({ date, close }) => [date, close]))
  // A split between the sessions changes the scale of the later bars.
  const scale = (own?.close ?? Number.NaN) / (closes.get(from) ?? Number.NaN)
  const closeOn = (date: string) => scale * (closes.get(date) ?? Number.NaN)
  const mids = await midsAt(symbol, laterView, studied)
  return {
    underlying: closeOn(to),
    mid: (row) => (row.expirationDate < to ? intrinsic(row, closeOn) : (mids.get(row.optionSymbol) ?? Number.NaN)),
  }
}

async function openInterestOf(symbol: string, laterView: MarketView): Promise<LaterClose['openInterest']> {
  const chain = await nullIfNotFound(laterView.chain(symbol))
  const { optionSymbols, openInterest } = chain?.contracts ?? { optionSymbols: [], openInterest: [] }
  const interest = new Map(optionSymbols.map((name, place) => [name, openInterest[place] ?? Number.NaN]))
  return (name) => interest.get(name) ?? Number.NaN
}

/** Value of an expired contract, by the close of its expiration date. */
function intrinsic({ optionType, strike, expirationDate }: FlowRow, closeOn: (date: string) => number): number {
  const above = closeOn(expirationDate) - strike
  return Math.max(optionType === 'call' ? above : -above, 0)
}

async function midsAt(
  symbol: string,
  laterView: MarketView,
  studied: readonly StudiedRow[],
): Promise<ReadonlyMap<string, number>> {
  const { date = '' } = laterView
  const atMs = sessionOn(date)?.closeMs ?? Number.NaN
  const rows = studied.flatMap(({ row, matched }) => (matched ? [row, matched] : [row]))
  const alive = rows.filter(({ expirationDate }) => expirationDate >= date)
  const names = [...new Set(alive.map(({ optionSymbol }) => optionSymbol))]
  const mids = await laterView.contractMids(
    symbol,
    names.map((optionSymbol) => ({ optionSymbol, atMs })),
  )
  return new Map(names.map((name, place) => [name, mids[place] ?? Number.NaN]))
}
