/**
 * Off-exchange trades of the sessions of a window. The vendor sends the whole tape in pages of 10,000 trades, so a window
 * of a busy stock takes minutes: each answer reads a limited number of pages, the latest sessions first, and says what
 * is still missing. Only complete sessions are returned.
 */

import { addDays } from '../../../../lib/time/civil-date.ts'
import { newYorkInstant } from '../../../domain/calendar/new-york-time.ts'
import { tradingDaysBetween } from '../../../domain/calendar/trading-calendar.ts'
import type { CorporateAction } from '../../../domain/stocks/corporate-action.ts'
import type { SessionTrades } from '../../../domain/stocks/stock-trades.ts'
import type { MarketMoment, OffExchangeTape } from '../../../ports/market-source.ts'
import { busy, errorOf, inTimeOf } from '../../kept-answers.ts'
import { KeptSessions } from '../../kept-sessions.ts'
import { INDEX_SYMBOLS } from '../../known-symbols.ts'
import type { HeldTrades, KeptTapes } from '../../stored-past.ts'
import { currentAsking, rankOf } from '../../urgency.ts'
import { VendorFailure } from '../../vendor-failure.ts'
import { type Feeds, OPEN_SIP_MS, pastSipSentence } from '../feeds.ts'
import { type AlpacaRest, eachPage, msOf, RowReader } from './rest.ts'
import { type StockTrade, StockTradePage, StockTrade as StockTradeRow } from './schema.ts'
import { OVERLAP_MS, StockSession } from './stock-session.ts'

export interface OffExchange {
  tape(symbol: string, moment: MarketMoment, days: number, splits: readonly CorporateAction[]): Promise<OffExchangeTape>
  /** The session of a symbol, for a stream to add to; undefined when nobody has requested it. */
  running(symbol: string, sessionDate: string): StockSession | undefined
  /** Reads from the pages what came since a stream was last known to be whole. */
  fillGap(symbol: string, sessionDate: string, wholeUntilMs: number): Promise<void>
  /** A stream carries a session no more: the pages are read from there on. */
  leave(symbol: string, sessionDate: string, wholeUntilMs: number): void
  /** Sessions that were read to the end of their day and are not kept yet. */
  held(): readonly HeldTrades[]
}

interface Loading {
  readonly session: StockSession
  /** What an earlier process kept of the whole session; undefined until it was looked for. */
  kept: SessionTrades | null | undefined
  isWritten: boolean
  /** A question whose pages were not read to the end. */
  pending: Pending | undefined
  /** Until when everything was read; NaN before the first time. */
  readUntilMs: number
  checkedAtMs: number
  /** One reading at a time; how many pages it took. */
  reading: Promise<number> | null
}

interface Span {
  readonly token: string | undefined
  readonly fromMs: number
  readonly untilMs: number
  /** Everything was read before: the session is whole meanwhile. */
  readonly isAgain: boolean
}

type Pending = Span & { readonly token: string }

const PAGES_AN_ANSWER = 60
const ROWS_A_PAGE = 10_000
const EVERY_MS = 60_000
const MINUTES_OF_DAY = 1440
/** Rows of all sessions together, 30 bytes each. */
const KEPT_ROWS = 4_000_000
const KEPT_SESSIONS = 400

export function offExchange(rest: AlpacaRest, feeds: Feeds, past: KeptTapes): OffExchange {
  const sessions = new KeptSessions<Loading>({
    make: newLoading,
    rowsOf: ({ session, kept }) => kept?.trades.count ?? session.weight,
    mostSessions: KEPT_SESSIONS,
    mostRows: KEPT_ROWS,
  })

  return {
    held() {
      const nowMs = rest.clock.nowMs()
      return sessions
        .values()
        .filter((loading) => isUnwritten(loading, nowMs))
        .map(heldTrades)
    },
    running: (symbol, sessionDate) => sessions.get(symbol, sessionDate)?.session,
    async fillGap(symbol, sessionDate, wholeUntilMs) {
      const loading = sessions.get(symbol, sessionDate)
      if (!loading || Number.isNaN(loading.readUntilMs)) return
      if (wholeUntilMs > loading.readUntilMs) loading.readUntilMs = wholeUntilMs
      loading.checkedAtMs = Number.NEGATIVE_INFINITY
      await readOnce(loading, () => load(rest, loading, rest.clock.nowMs(), Number.POSITIVE_INFINITY))
    },
    leave(symbol, sessionDate, wholeUntilMs) {
      const loading = sessions.get(symbol, sessionDate)
      if (loading && wholeUntilMs > loading.readUntilMs) loading.readUntilMs = wholeUntilMs
    },
    async tape(symbol, moment, days, splits) {
      const dates = tradingDaysBetween(addDays(moment.sessionDate, 1 - days), moment.sessionDate).reverse()
      const loadings = INDEX_SYMBOLS.has(symbol) ? [] : dates.map((date) => sessions.use(symbol, date))
      for (const loading of loadings) await restore(loading, past)
      // A search of the service itself must not read whole tapes: that takes the minutes of those who ask.
      const isStoredOnly = rankOf(currentAsking().urgency) <= rankOf('background')
      const failure = isStoredOnly ? null : await readLatestFirst(rest, loadings, moment, feeds)
      const whole = loadings.filter(isWhole)
      if (failure && whole.length === 0) throw errorOf(failure, EVERY_MS)
      const complete = whole
        .map(({ session, kept }) => inSharesOf(upTo(kept ?? session.read(), moment), moment.sessionDate, splits))
        .filter(({ trades }) => trades.count > 0)
      const missing = loadings.length - whole.length
      const lost = whole.reduce((sum, { session }) => sum + session.lost, 0)
      const warnings = warningsOf(symbol, complete.length, { missing, isStoredOnly, lost }, feeds)
      if (failure) warnings.push(`${failure.message} Trades since the last good answer are missing.`)
      return { ...moment, sessions: complete.reverse(), warnings }
    },
  }
}

/** As many pages as one answer may wait for. */
async function readLatestFirst(
  rest: AlpacaRest,
  loadings: readonly Loading[],
  { asOfMs }: MarketMoment,
  feeds: Feeds,
): Promise<VendorFailure | null> {
  let pages = PAGES_AN_ANSWER
  const deadline = rest.clock.deadline?.()
  for (const loading of loadings) {
    const untilMs = readableUntil(asOfMs, loading.session.sessionDate, rest.clock.nowMs(), feeds)
    const read = await loadOrFail(rest, loading, { untilMs, mostPages: pages, deadline })
    if (read instanceof VendorFailure) return read
    pages -= read
    if (pages <= 0) break
  }
  return null
}

interface Reading {
  readonly untilMs: number
  readonly mostPages: number
  readonly deadline: Promise<void> | undefined
}

async function readOnce(loading: Loading, read: () => Promise<number>): Promise<number> {
  loading.reading ??= read().finally(() => {
    loading.reading = null
  })
  return await loading.reading
}

async function loadOrFail(
  rest: AlpacaRest,
  loading: Loading,
  { untilMs, mostPages, deadline }: Reading,
): Promise<number | VendorFailure> {
  const place = `stock trades ${loading.session.symbol}`
  try {
    const reading = readOnce(loading, () => load(rest, loading, untilMs, mostPages))
    if (!(await inTimeOf(reading, deadline && (() => deadline)))) throw busy()
    const pages = await reading
    if (pages > 0) rest.health.succeeded(place, rest.clock.nowMs())
    return pages
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error
    rest.health.failed(place, error, rest.clock.nowMs())
    return error
  }
}

function newLoading(symbol: string, sessionDate: string): Loading {
  const session = new StockSession(symbol, sessionDate)
  return {
    session,
    kept: undefined,
    isWritten: false,
    pending: undefined,
    readUntilMs: Number.NaN,
    checkedAtMs: Number.NEGATIVE_INFINITY,
    reading: null,
  }
}

function isWhole({ pending, readUntilMs }: Loading): boolean {
  return !Number.isNaN(readUntilMs) && (pending === undefined || pending.isAgain)
}

/** A session that was kept needs no vendor any more. */
async function restore(loading: Loading, past: KeptTapes): Promise<void> {
  if (loading.kept !== undefined || loading.session.count > 0) return
  loading.kept = await past.offExchange(loading.session.symbol, loading.session.sessionDate)
  if (loading.kept) loading.readUntilMs = Number.POSITIVE_INFINITY
}

/** Trades of a day are corrected in the hours after it. */
function isUnwritten({ session, kept, isWritten, pending, readUntilMs }: Loading, nowMs: number): boolean {
  const isRead = pending === undefined && readUntilMs >= endOfDay(session.sessionDate)
  return !kept && !isWritten && isRead && nowMs > readUntilMs + OPEN_SIP_MS && session.count > 0
}

function heldTrades(loading: Loading): HeldTrades {
  return {
    session: loading.session.read(),
    kept() {
      loading.isWritten = true
      loading.session.seal()
    },
  }
}

/** Of the session of the view what had been reported by its instant; the volume is then unknown. */
function upTo(session: SessionTrades, { asOfMs, sessionDate }: MarketMoment): SessionTrades {
  const { trades } = session
  if (trades.sessionDate !== sessionDate || trades.executedAtMs.every((ms) => ms <= asOfMs)) return session
  const keep = (_value: number, row: number) => (trades.executedAtMs[row] ?? Number.NaN) <= asOfMs
  const executedAtMs = trades.executedAtMs.filter(keep)
  const cut = {
    ...trades,
    count: executedAtMs.length,
    executedAtMs,
    price: trades.price.filter(keep),
    size: trades.size.filter(keep),
    exchange: trades.exchange.filter(keep),
    conditions: trades.conditions.filter(keep),
    suspicious: trades.suspicious.filter(keep),
  }
  return { trades: cut, volume: Number.NaN }
}

/** The end of the day, or as far as the account may see and the moment reaches. */
function readableUntil(asOfMs: number, date: string, nowMs: number, { stocks }: Feeds): number {
  const allowedMs = nowMs - (stocks === 'sip' ? 0 : OPEN_SIP_MS)
  return Math.min(endOfDay(date), asOfMs, allowedMs)
}

/**
 * What to read next of a session; null when it is up to date. A session that was read while it ran is read once more from
 * its beginning when its day is over: the pages then mark what was taken back long after its trade.
 */
function nextSpan(
  { session, pending, readUntilMs, checkedAtMs }: Loading,
  untilMs: number,
  nowMs: number,
): Span | null {
  if (pending) return pending
  const startMs = newYorkInstant(session.sessionDate, 0)
  if (untilMs <= startMs || readUntilMs >= untilMs || nowMs - checkedAtMs < EVERY_MS) return null
  const isFirst = Number.isNaN(readUntilMs)
  const isAgain = !isFirst && untilMs >= endOfDay(session.sessionDate)
  const fromMs = isFirst || isAgain ? startMs : Math.max(startMs, readUntilMs - OVERLAP_MS)
  return { token: undefined, fromMs, untilMs, isAgain }
}

function endOfDay(sessionDate: string): number {
  return newYorkInstant(sessionDate, MINUTES_OF_DAY - 1)
}

/** Gives how many pages were read. */
async function load(rest: AlpacaRest, loading: Loading, untilMs: number, mostPages: number): Promise<number> {
  const { session } = loading
  const nowMs = rest.clock.nowMs()
  const span = nextSpan(loading, untilMs, nowMs)
  if (!span) return 0
  const reader = new RowReader(StockTradeRow)
  const batch: StockTrade[] = []
  let pages = 0
  const query = {
    start: new Date(span.fromMs).toISOString(),
    end: new Date(span.untilMs).toISOString(),
    feed: 'sip',
    limit: ROWS_A_PAGE,
  }
  const question = { path: `/v2/stocks/${encodeURIComponent(session.symbol)}/trades`, query }
  const takePage = (page: { readonly trades?: unknown[] | null | undefined }) => {
    pages++
    for (const row of page.trades ?? []) {
      const trade = reader.read(row)
      if (trade && msOf(trade.t) <= span.untilMs) batch.push(trade)
    }
  }
  const token = await eachPage(rest.data, question, StockTradePage, takePage, { token: span.token, mostPages })
  reader.finish(rest.health, 'stock trades')
  session.addPages(batch)
  loading.pending = token === undefined ? undefined : { ...span, token }
  if (token === undefined) Object.assign(loading, { readUntilMs: span.untilMs, checkedAtMs: nowMs })
  return pages
}

interface Lacking {
  readonly missing: number
  readonly isStoredOnly: boolean
  /** Trades that did not fit. */
  readonly lost: number
}

function warningsOf(symbol: string, found: number, { missing, isStoredOnly, lost }: Lacking, feeds: Feeds): string[] {
  const warnings = [pastSipSentence(feeds)]
  if (INDEX_SYMBOLS.has(symbol)) return [`${symbol} is an index: there are no trades of it.`]
  const why = isStoredOnly ? 'that are not stored,' : 'whose trades are still being read,'
  if (missing > 0) {
    warnings.push(`Sessions ${why} and are not in this answer: ${missing}.${isStoredOnly ? '' : ' Ask again.'}`)
  }
  if (lost > 0) warnings.push(`Stock trades that did not fit into their session any more: ${lost}.`)
  if (found === 0 && missing === 0) warnings.push(`Alpaca reports no off-exchange trades of ${symbol} in this window.`)
  return warnings
}

function inSharesOf(session: SessionTrades, viewDate: string, splits: readonly CorporateAction[]): SessionTrades {
  const { trades, volume } = session
  const later = splits.filter(
    ({ kind, exDate }) => kind === 'split' && exDate > trades.sessionDate && exDate <= viewDate,
  )
  if (later.length === 0) return session
  const factor = later.reduce((product, { value }) => product * value, 1)
  const scaled = {
    ...trades,
    price: trades.price.map((price) => price / factor),
    size: trades.size.map((size) => size * factor),
  }
  return { trades: scaled, volume: volume * factor }
}
