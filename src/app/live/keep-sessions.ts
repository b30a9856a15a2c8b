/**
 * Writes down what a live source says at the end of each session: the chain of every symbol with its figures, the daily
 * bars, and the tape where there is one. So a date in the past, IV rank and daily metrics grow from the first day on.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../domain/errors.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import { lastSessionBefore, type TradingSession } from '../../domain/market/trading-calendar.ts'
import { addDays } from '../../lib/civil-date.ts'
import type { MarketSource, MarketView } from '../../ports/market-source.ts'
import { encodeChain } from '../../store/chain-content.ts'
import { type ChainPart, packChain } from '../../store/chains.ts'
import type { Store } from '../../store/open.ts'
import { completeMetrics } from '../import/complete-metrics.ts'

export interface KeepingParts {
  readonly market: MarketSource
  readonly store: Store
  readonly now: () => Date
  readonly newId: () => string
  /** Reads the flow of the session to its end, so that it is written down like that of any tape; null without tapes. */
  readonly readFlow: ((symbol: string) => Promise<unknown>) | null
  /** A symbol could not be kept now; it is tried again. Whether the source fails is for its health to tell. */
  readonly onFailure: (error: unknown, symbol: string) => void
  /** A chain that was kept cannot be valued: its session stays without figures. */
  readonly onUnvalued: (error: unknown, symbol: string) => void
}

/** The last data of a session are there this long after its close: 15 minutes of delay, 10 until they rest. */
const SETTLED_MS = 25 * 60_000
/** Quotes of the last minutes count as those of the close, since many contracts are not quoted to the second. */
const CLOSING_MS = 15 * 60_000
/** A symbol that cannot be kept now is tried again after this. */
const PAUSE_MS = 10 * 60_000
/** After a failure of the source the next symbol waits, too: it would fail as well. */
const PAUSE_OF_SOURCE_MS = 60_000
const PAUSE_OF_MISSING_MS = 12 * 3_600_000

export interface SessionKeeper {
  /** Keeps one symbol of the last finished session; false when there is none left to keep now. */
  keepNext(signal: AbortSignal): Promise<boolean>
}

export function sessionKeeper(parts: KeepingParts): SessionKeeper {
  const notBefore = new Map<string, number>()
  let resumeMs = 0
  return {
    async keepNext(signal) {
      const nowMs = parts.now().getTime()
      const session = nowMs < resumeMs ? null : finishedSession(nowMs)
      const waiting = (symbol: string) => (notBefore.get(symbol) ?? 0) > nowMs
      const symbol = session ? await nextUnkept(parts, session, waiting) : undefined
      signal.throwIfAborted()
      if (!session || symbol === undefined) return false
      notBefore.set(symbol, nowMs + PAUSE_MS)
      const outcome = await keepOrTell(parts, symbol, session)
      if (outcome === 'missing') notBefore.set(symbol, nowMs + PAUSE_OF_MISSING_MS)
      if (outcome === 'failed') resumeMs = nowMs + PAUSE_OF_SOURCE_MS
      return outcome !== 'failed'
    },
  }
}

/** A symbol that the source does not have is no failure, and will not be there in the next hours. */
async function keepOrTell(
  parts: KeepingParts,
  symbol: string,
  session: TradingSession,
): Promise<'kept' | 'waits' | 'missing' | 'failed'> {
  try {
    await keep(parts, symbol, session)
    return 'kept'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'not_found') return 'missing'
    parts.onFailure(error, symbol)
    return error instanceof NotYet ? 'waits' : 'failed'
  }
}

/** The source answers, and what it says is not of the close yet: that is of one symbol alone. */
class NotYet extends AppError {}

async function nextUnkept(
  { market, store }: KeepingParts,
  session: TradingSession,
  waiting: (symbol: string) => boolean,
): Promise<string | undefined> {
  for (const { symbol } of await market.listings()) {
    if (!waiting(symbol) && !(await isKept(store, symbol, session))) return symbol
  }
  return undefined
}

/** The last session, once its data rest and until the next one begins. */
function finishedSession(nowMs: number): TradingSession | null {
  const session = lastSessionBefore(nowMs)
  return nowMs >= session.closeMs + SETTLED_MS ? session : null
}

async function isKept(store: Store, symbol: string, session: TradingSession): Promise<boolean> {
  const head = await store.chains.latest(symbol, session.date)
  return head !== undefined && isClosing(Date.parse(head.asOf), session)
}

function isClosing(asOfMs: number, { closeMs }: TradingSession): boolean {
  return asOfMs >= closeMs - CLOSING_MS && asOfMs <= closeMs
}

async function keep(parts: KeepingParts, symbol: string, session: TradingSession): Promise<void> {
  const view = await parts.market.viewAt()
  const chain = await view.chain(symbol)
  if (!isClosing(chain.asOfMs, session)) {
    throw new NotYet('unavailable', `The chain of ${symbol} at the close of ${session.date} is not there yet.`)
  }
  const name = (await parts.market.listings()).find((listing) => listing.symbol === symbol)?.name ?? null
  await keepChain(parts, chain, name)
  await keepBars(parts.store, view, symbol, session)
  await completeMetrics(parts.store, { onFailure: (error, head) => parts.onUnvalued(error, head.symbol) })
  await readFlow(parts, symbol)
}

/** An account may have no option trades: the chain is kept all the same. */
async function readFlow({ readFlow: read, onFailure }: KeepingParts, symbol: string): Promise<void> {
  try {
    await read?.(symbol)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    onFailure(error, symbol)
  }
}

async function keepChain(
  { store, newId, market }: KeepingParts,
  chain: OptionChain,
  name: string | null,
): Promise<void> {
  const asOf = new Date(chain.asOfMs).toISOString()
  const fileSha256 = createHash('sha256').update(encodeChain(chain)).digest('hex')
  const part: ChainPart = { fileSha256, format: `live_${market.name}`, stamp: asOf, chain }
  const packed = packChain({ id: newId(), name, replaces: null, chain, parts: [part] })
  // False when an import of the same instant came first: that one stays.
  await store.transaction((groups) => groups.chains.put(packed))
}

/** Only days after the last that is stored: what was kept stays in the share scale of its day. */
async function keepBars(store: Store, view: MarketView, symbol: string, session: TradingSession): Promise<void> {
  const last = await store.dailyBars.latest(symbol)
  const from = last === undefined ? {} : { from: addDays(last.date, 1) }
  const bars = await view.dailyBars(symbol, { ...from, to: session.date })
  if (bars.length > 0) await store.dailyBars.put(symbol, bars, { derived: false })
}
