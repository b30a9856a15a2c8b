/**
 * Keeps the tapes of option trades: the whole session from the pages of the vendor at first, then what came since, from a
 * stream where there is one. After an interruption the pages fill the gap.
 */

import { inTurns } from '../../../../lib/node/in-turns.ts'
import { addDays } from '../../../../lib/time/civil-date.ts'
import { newYorkDate, newYorkInstant } from '../../../domain/calendar/new-york-time.ts'
import { optionsCloseMs } from '../../../domain/calendar/option-hours.ts'
import { sessionOn } from '../../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../domain/options/chain.ts'
import type { TapePrints } from '../../../domain/options/option-tape.ts'
import type { MarketMoment, OptionTape } from '../../../ports/market-source.ts'
import { busy, errorOf, inTimeOf } from '../../kept-answers.ts'
import { KeptSessions } from '../../kept-sessions.ts'
import type { HeldTape, KeptTapes } from '../../stored-past.ts'
import { VendorFailure } from '../../vendor-failure.ts'
import { type Feeds, OPEN_SIP_MS, optionFeedSentence } from '../feeds.ts'
import type { ChainAnswer } from '../rest/answers.ts'
import type { Snapshots } from '../rest/chain.ts'
import { type MarketOf, OPTION_OVERLAP_MS, OptionSession, type TapeTrade, tapeTrade } from '../rest/option-session.ts'
import { type AlpacaRest, eachPage, MAX_AHEAD_MS, msOf, RowReader } from '../rest/rest.ts'
import { OptionTrade, OptionTradePage } from '../rest/schema.ts'
import { quotesSentence } from './quotes-sentence.ts'

export interface OptionTapes {
  tape(symbol: string, moment: MarketMoment, traded: Traded, isCurrent: boolean): Promise<OptionTape>
  /** A finished session that is whole, without asking the vendor; null where it is not. */
  finishedTape(symbol: string, moment: MarketMoment): Promise<OptionTape | null>
  /** As far as it is stored or in memory, without asking the vendor. */
  storedTape(symbol: string, moment: MarketMoment): Promise<OptionTape>
  /** Whether somebody has requested the tape of a session. */
  has(symbol: string, sessionDate: string): boolean
  /** Adds a trade of a stream, after what is being read from the pages. */
  addStreamed(symbol: string, trade: TapeTrade): void
  /** Reads from the pages what came since a stream was last known to be whole. */
  fillGap(symbol: string, sessionDate: string, traded: Traded, wholeUntilMs: number): Promise<void>
  /** A stream carries a tape no more: the pages are read from there on. */
  leave(symbol: string, sessionDate: string, wholeUntilMs: number): void
  /** All tapes in memory, without the trades that wait for the quote before them. */
  held(): readonly HeldTape[]
  /** Lets no trade wait any longer for the quote before it. */
  settle(): void
}

/** The contracts that had been traded in a session, and when that was known. */
export interface Traded {
  readonly contracts: readonly string[]
  readonly knownAtMs: number
  /** For the open interest of each contract. */
  readonly chain: OptionChain
  /** Why some of its contracts are not known, in sentences. */
  readonly without: readonly string[]
}

interface Loading {
  readonly session: OptionSession
  /** What an earlier process kept was looked for. */
  isRestored: boolean
  restoring: Promise<void> | null
  /** Until when every trade is in the tape, the end of the day once nothing more will come; NaN before the first reading. */
  wholeUntilMs: number
  checkedAtMs: number
  loading: Promise<void> | null
  /** Trades of a stream that came before what was kept was there, or while pages were read. */
  streamed: TapeTrade[]
  /** Why trades of some contracts are missing, in sentences. */
  without: readonly string[]
  /** What is said of the prints that were read last: counting their quotes reads every row. */
  quoted: { readonly prints: TapePrints; readonly sentences: readonly string[] } | null
}

const CONTRACTS_A_REQUEST = 100
const ROWS_A_PAGE = 10_000
const EVERY_MS = 30_000
/** Reports after the close have arrived this long after it. */
const SETTLED_MS = 25 * 60_000
const KEPT_TAPES = 32
/** Of a tape, while its pages are read. */
const MAX_STREAMED = 100_000
/** Rows of all tapes together, about 90 bytes each. */
const KEPT_ROWS = 4_000_000

const STORED_ALONE = 'Option trades are those that are stored: nobody looks at this tape.'

export function optionTapes(rest: AlpacaRest, feeds: Feeds, past: KeptTapes, marketOf?: MarketOf): OptionTapes {
  const kept = new KeptSessions<Loading>({
    make: (symbol, sessionDate) => newLoading(new OptionSession(symbol, sessionDate, marketOf)),
    rowsOf: ({ session }) => session.count,
    mostSessions: KEPT_TAPES,
    mostRows: KEPT_ROWS,
  })

  /** The indicative feed has trades 15 minutes late, and refuses questions about the time since. */
  function readableMs(untilMs: number): number {
    return feeds.options === 'opra' ? untilMs : Math.min(untilMs, rest.clock.nowMs() - OPEN_SIP_MS)
  }

  /** One reading of a tape at a time; who asks meanwhile waits for it. */
  async function readPages(loading: Loading, traded: Traded, untilMs: number): Promise<void> {
    loading.loading ??= restoreAndLoad(loading, traded, untilMs).finally(() => {
      loading.loading = null
      addWaiting(loading)
    })
    if (!(await inTimeOf(loading.loading, rest.clock.deadline))) throw busy()
  }

  async function restored(loading: Loading): Promise<void> {
    if (loading.isRestored) return
    loading.restoring ??= restore(loading, past).finally(() => {
      loading.restoring = null
      addWaiting(loading)
    })
    await loading.restoring
  }

  async function restoreAndLoad(loading: Loading, traded: Traded, untilMs: number): Promise<void> {
    await restored(loading)
    if (!isFinal(loading)) await load(rest, loading, traded, readableMs(untilMs))
  }

  return {
    held: () => kept.values().flatMap((loading) => heldTape(loading, feeds, rest.clock.nowMs()) ?? []),
    settle() {
      for (const { session } of kept.values()) session.read(Number.POSITIVE_INFINITY)
    },
    has: (symbol, sessionDate) => kept.get(symbol, sessionDate) !== undefined,
    addStreamed(symbol, trade) {
      const loading = kept.get(symbol, newYorkDate(trade.ms))
      // One of the future would put every later trade behind it.
      if (loading === undefined || trade.ms > rest.clock.nowMs() + MAX_AHEAD_MS) return
      const isFull = loading.streamed.length >= MAX_STREAMED
      const waits = !loading.isRestored || (loading.loading !== null && !isFull)
      // More than can be held stand among those of the pages: each once all the same, but not in the order of time.
      if (!waits) loading.session.addStreamed(trade)
      // Nothing may stand before what was kept, and the first reading of the pages will bring it.
      else if (!isFull) loading.streamed.push(trade)
    },
    async finishedTape(symbol, moment) {
      const loading = kept.use(symbol, moment.sessionDate)
      // Whoever began that reading gets its failure.
      await Promise.allSettled([loading.loading])
      await restored(loading)
      return isFinal(loading) ? answerOf(loading, moment, feeds) : null
    },
    async storedTape(symbol, moment) {
      const loading = kept.use(symbol, moment.sessionDate)
      await restored(loading)
      return answerOf(loading, moment, feeds, isFinal(loading) ? [] : [STORED_ALONE])
    },
    async fillGap(symbol, sessionDate, traded, wholeUntilMs) {
      const loading = kept.get(symbol, sessionDate)
      if (!loading) return
      if (wholeUntilMs > loading.wholeUntilMs) loading.wholeUntilMs = wholeUntilMs
      await readPages(loading, traded, rest.clock.nowMs())
    },
    leave(symbol, sessionDate, wholeUntilMs) {
      const loading = kept.get(symbol, sessionDate)
      if (loading && wholeUntilMs > loading.wholeUntilMs) loading.wholeUntilMs = wholeUntilMs
    },
    async tape(symbol, moment, traded, isCurrent) {
      const loading = kept.use(symbol, moment.sessionDate)
      loading.session.knowOpenInterest(traded.chain)
      loading.without = traded.without
      const isCarried = isCurrent && isRead(loading)
      const due = !isCarried && !isFinal(loading) && rest.clock.nowMs() - loading.checkedAtMs >= EVERY_MS
      const failure = due ? await failureOf(rest, symbol, () => readPages(loading, traded, moment.asOfMs)) : null
      if (failure && Number.isNaN(loading.wholeUntilMs) && loading.session.count === 0) throw errorOf(failure, EVERY_MS)
      const missing = failure ? [`${failure.message} Trades since the last good answer are missing.`] : []
      return answerOf(loading, moment, feeds, missing)
    },
  }
}

function answerOf(loading: Loading, moment: MarketMoment, feeds: Feeds, missing: readonly string[] = []): OptionTape {
  const { session } = loading
  const prints = session.read(moment.asOfMs)
  return { ...moment, tape: session, prints, warnings: [...warningsOf(loading, prints, feeds), ...missing] }
}

/** Whether its pages were ever read here, and not by an earlier process. */
function isRead({ checkedAtMs }: Loading): boolean {
  return checkedAtMs > Number.NEGATIVE_INFINITY
}

async function failureOf(rest: AlpacaRest, symbol: string, read: () => Promise<void>): Promise<VendorFailure | null> {
  const place = `option trades ${symbol}`
  try {
    await read()
    rest.health.succeeded(place, rest.clock.nowMs())
    return null
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error
    rest.health.failed(place, error, rest.clock.nowMs())
    return error
  }
}

/** What a chain says of the trades of a session. */
export function tradedIn({ snapshots, fetchedAtMs, chain, withoutRoots }: ChainAnswer, sessionDate: string): Traded {
  const contracts = tradedContracts(snapshots, sessionDate)
  return { contracts, knownAtMs: fetchedAtMs, chain, without: withoutRoots }
}

/** Contracts that have been traded in a session, or whose snapshot does not say. */
function tradedContracts(snapshots: Snapshots, sessionDate: string): string[] {
  const traded: string[] = []
  for (const [occ, { snapshot }] of snapshots) {
    const { latestTrade, dailyBar } = snapshot
    const last = latestTrade ? newYorkDate(msOf(latestTrade.t)) : dailyBar ? newYorkDate(msOf(dailyBar.t)) : ''
    if (last >= sessionDate) traded.push(occ)
  }
  return traded
}

function newLoading(session: OptionSession): Loading {
  return {
    session,
    isRestored: false,
    restoring: null,
    wholeUntilMs: Number.NaN,
    checkedAtMs: Number.NEGATIVE_INFINITY,
    loading: null,
    streamed: [],
    without: [],
    quoted: null,
  }
}

async function restore(loading: Loading, past: KeptTapes): Promise<void> {
  const { session } = loading
  const kept = await past.prints(session.symbol, session.sessionDate)
  if (kept && (await inTurns(session.restore(kept)))) loading.wholeUntilMs = kept.wholeUntilMs
  loading.isRestored = true
}

/** Trades of a stream come after the kept ones and after those of the pages. */
function addWaiting({ session, streamed, isRestored, loading }: Loading): void {
  if (isRestored && loading === null) for (const trade of streamed.splice(0)) session.addStreamed(trade)
}

function heldTape(loading: Loading, feeds: Feeds, nowMs: number): HeldTape | null {
  const { session, wholeUntilMs, isRestored } = loading
  if (!isRestored) return null
  const prints = session.readSettled(nowMs)
  if (prints.count === 0) return null
  const warnings = warningsOf(loading, prints, feeds)
  return { tape: session, prints, wholeUntilMs, isFinal: isFinal(loading), lost: session.lost, warnings }
}

function warningsOf(loading: Loading, prints: TapePrints, feeds: Feeds): string[] {
  const { lost } = loading.session
  if (loading.quoted?.prints !== prints) loading.quoted = { prints, sentences: quotesSentence(prints, feeds) }
  const missing = lost > 0 ? [`Option trades that did not fit into the tape any more: ${lost}.`] : []
  return [optionFeedSentence(feeds), ...loading.without, ...loading.quoted.sentences, ...missing]
}

function isFinal({ session, wholeUntilMs }: Loading): boolean {
  return wholeUntilMs >= endOfDay(session.sessionDate)
}

function endOfDay(sessionDate: string): number {
  return newYorkInstant(addDays(sessionDate, 1), 0)
}

async function load(rest: AlpacaRest, loading: Loading, traded: Traded, untilMs: number): Promise<void> {
  const { session, wholeUntilMs } = loading
  const startMs = newYorkInstant(session.sessionDate, 0)
  const fromMs = Number.isNaN(wholeUntilMs) ? startMs : Math.max(startMs, wholeUntilMs - OPTION_OVERLAP_MS)
  const batch: TapeTrade[] = []
  const reader = new RowReader(OptionTrade)
  for (let first = 0; first < traded.contracts.length; first += CONTRACTS_A_REQUEST) {
    const some = traded.contracts.slice(first, first + CONTRACTS_A_REQUEST)
    await readTrades(rest, some, { fromMs, untilMs }, reader, (trade) => batch.push(trade))
  }
  reader.finish(rest.health, 'option trades')
  session.addPages(batch)
  // A contract that was traded for the first time after the list was made is not in it yet.
  const readMs = Math.max(fromMs, Math.min(untilMs, traded.knownAtMs))
  const nowMs = rest.clock.nowMs()
  const hours = sessionOn(session.sessionDate)
  const closeMs = hours ? optionsCloseMs(session.symbol, hours) : Number.POSITIVE_INFINITY
  loading.wholeUntilMs = readMs >= closeMs && nowMs >= closeMs + SETTLED_MS ? endOfDay(session.sessionDate) : readMs
  loading.checkedAtMs = nowMs
}

async function readTrades(
  rest: AlpacaRest,
  contracts: readonly string[],
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  reader: RowReader<OptionTrade>,
  take: (trade: TapeTrade) => void,
): Promise<void> {
  const query = {
    symbols: contracts.map((occ) => occ.replaceAll(' ', '')).join(','),
    start: new Date(fromMs).toISOString(),
    end: new Date(untilMs).toISOString(),
    limit: ROWS_A_PAGE,
    sort: 'asc',
  }
  await eachPage(rest.data, { path: '/v1beta1/options/trades', query }, OptionTradePage, ({ trades }) => {
    for (const [contract, rows] of Object.entries(trades ?? {})) {
      for (const row of rows) {
        const read = reader.read(row)
        const trade = read && tapeTrade(contract, read)
        if (trade && trade.ms <= untilMs) take(trade)
      }
    }
  })
}
