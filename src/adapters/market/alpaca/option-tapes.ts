/**
 * Keeps the tapes of option trades: the whole session from the pages of the vendor at first, then what came since, from a
 * stream where there is one. After an interruption the pages fill the gap.
 */
import type { OptionChain } from '../../../domain/market/chain.ts'
import { newYorkDate, newYorkInstant } from '../../../domain/market/new-york-time.ts'
import type { MarketMoment } from '../../../ports/market-source.ts'
import { errorOf } from '../kept-answers.ts'
import type { OptionTape } from '../option-tape.ts'
import { VendorFailure } from '../vendor-failure.ts'
import type { Snapshots } from './chain.ts'
import { type Feeds, OPEN_SIP_MS, optionFeedSentence } from './feeds.ts'
import { type KeptSession, KeptSessions } from './kept-sessions.ts'
import { type MarketOf, OPTION_OVERLAP_MS, OptionSession, type TapeTrade, tapeTrade } from './option-session.ts'
import { quotesSentence } from './quotes-sentence.ts'
import { type AlpacaRest, eachPage, msOf, RowReader } from './rest.ts'
import { OptionTrade, OptionTradePage } from './schema.ts'

export interface OptionTapes {
  tape(symbol: string, moment: MarketMoment, traded: Traded, isCurrent: boolean): Promise<OptionTape>
  /** Whether somebody has asked for the tape of a session. */
  has(symbol: string, sessionDate: string): boolean
  /** Adds a trade of a stream, after what is being read from the pages. */
  addStreamed(symbol: string, trade: TapeTrade): void
  /** Reads from the pages what came since a stream was last known to be whole. */
  fillGap(symbol: string, sessionDate: string, traded: Traded, wholeUntilMs: number): Promise<void>
  /** A stream carries a tape no more: the pages are read from there on. */
  leave(symbol: string, sessionDate: string, wholeUntilMs: number): void
}

/** The contracts that had been traded in a session, and when that was known. */
export interface Traded {
  readonly contracts: readonly string[]
  readonly knownAtMs: number
  /** For the open interest of each contract. */
  readonly chain: OptionChain
}

interface Loading extends KeptSession {
  readonly session: OptionSession
  /** Until when every trade is in the tape; NaN before the first reading. */
  wholeUntilMs: number
  checkedAtMs: number
  loading: Promise<void> | null
  /** Trades of a stream that came while pages were read. */
  streamed: TapeTrade[]
}

const CONTRACTS_A_REQUEST = 100
const ROWS_A_PAGE = 10_000
const EVERY_MS = 30_000
const KEPT_TAPES = 32
/** Of a tape, while its pages are read. */
const MOST_STREAMED = 100_000
/** Rows of all tapes together, about 90 bytes each. */
const KEPT_ROWS = 4_000_000

export function optionTapes(rest: AlpacaRest, feeds: Feeds, marketOf?: MarketOf): OptionTapes {
  const kept = new KeptSessions<Loading>({
    make: (symbol, sessionDate) => newLoading(new OptionSession(symbol, sessionDate, marketOf)),
    mostSessions: KEPT_TAPES,
    mostRows: KEPT_ROWS,
  })

  /** The indicative feed tells trades 15 minutes late, and refuses questions about the time since. */
  function readableMs(untilMs: number): number {
    return feeds.options === 'opra' ? untilMs : Math.min(untilMs, rest.clock.nowMs() - OPEN_SIP_MS)
  }

  /** One reading of a tape at a time; who asks meanwhile waits for it. */
  async function readPages(loading: Loading, traded: Traded, untilMs: number): Promise<void> {
    loading.loading ??= load(rest, loading, traded, readableMs(untilMs)).finally(() => {
      loading.loading = null
      for (const trade of loading.streamed.splice(0)) loading.session.addStreamed(trade)
    })
    await loading.loading
  }

  return {
    has: (symbol, sessionDate) => kept.get(symbol, sessionDate) !== undefined,
    addStreamed(symbol, trade) {
      const loading = kept.get(symbol, newYorkDate(trade.ms))
      if (loading === undefined) return
      // More than can be held stand among those of the pages: each once all the same, but not in the order of time.
      const waits = loading.loading !== null && loading.streamed.length < MOST_STREAMED
      if (waits) loading.streamed.push(trade)
      else loading.session.addStreamed(trade)
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
      const due = isNew(loading) || (!isCurrent && rest.clock.nowMs() - loading.checkedAtMs >= EVERY_MS)
      const failure = due ? await failureOf(rest, symbol, () => readPages(loading, traded, moment.asOfMs)) : null
      if (failure && isNew(loading)) throw errorOf(failure, EVERY_MS)
      const { session } = loading
      const missing = failure ? [`${failure.message} Trades since the last good answer are missing.`] : []
      const lost = session.lost > 0 ? [`Option trades that did not fit into the tape any more: ${session.lost}.`] : []
      const prints = session.read(moment.asOfMs)
      const warnings = [optionFeedSentence(feeds), ...quotesSentence(prints, feeds), ...missing, ...lost]
      return { ...moment, tape: session, prints, warnings }
    },
  }
}

function isNew({ wholeUntilMs }: Loading): boolean {
  return Number.isNaN(wholeUntilMs)
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

/** Contracts that have been traded in a session, or whose snapshot does not tell. */
export function tradedContracts(snapshots: Snapshots, sessionDate: string): string[] {
  const traded: string[] = []
  for (const [occ, { snapshot }] of snapshots) {
    const { latestTrade, dailyBar } = snapshot
    const last = latestTrade ? newYorkDate(msOf(latestTrade.t)) : dailyBar ? newYorkDate(msOf(dailyBar.t)) : ''
    if (last >= sessionDate) traded.push(occ)
  }
  return traded
}

function newLoading(session: OptionSession): Loading {
  return { session, wholeUntilMs: Number.NaN, checkedAtMs: Number.NEGATIVE_INFINITY, loading: null, streamed: [] }
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
  loading.wholeUntilMs = Math.max(fromMs, Math.min(untilMs, traded.knownAtMs))
  loading.checkedAtMs = rest.clock.nowMs()
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
        if (trade) take(trade)
      }
    }
  })
}
