/**
 * Stores the data of a live source at the end of each session: the chain of every symbol with its metrics, the daily
 * bars, and the tape if there is one. Past dates, IV rank and daily metrics are therefore available from the first day
 * on.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { optionsCloseMs } from '../../market/domain/calendar/option-hours.ts'
import { lastSessionBefore, type TradingSession } from '../../market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { CorporateAction } from '../../market/domain/stocks/corporate-action.ts'
import type { MarketSource, MarketView } from '../../market/ports/market-source.ts'
import { encodeChain } from '../../market/store/chain-content.ts'
import { type ChainPart, packChain } from '../../market/store/chains.ts'
import { completeMetrics } from '../import/complete-metrics.ts'
import type { Store } from '../store/open-store.ts'
import { dividendsIn } from './live-ports.ts'

export interface KeepingParts {
  readonly market: MarketSource
  readonly store: Store
  readonly now: () => Date
  readonly newId: () => string
  /** Reads the flow of the session to its end, so that it is stored; null without tapes. */
  readonly readFlow: ((symbol: string) => Promise<unknown>) | null
  /** A symbol could not be stored and will be retried. The health of the source is reported separately. */
  readonly onFailure: (error: unknown, symbol: string) => void
  /** A stored chain cannot be valued: its session stays without metrics. */
  readonly onUnvalued: (error: unknown, symbol: string) => void
}

/** When the data of a symbol are final after the close of its options: 15 minutes of delay, and a margin of 10. */
const SETTLED_MS = 25 * 60_000
/** Quotes of the last minutes count as closing quotes, because many contracts are not quoted every second. */
const CLOSING_MS = 15 * 60_000
/** Wait before retrying a symbol. */
const RETRY_SYMBOL_MS = 10 * 60_000
/** Wait before the next symbol after the source failed, because it would fail again. */
const RETRY_SOURCE_MS = 60_000
const RETRY_MISSING_MS = 12 * 3_600_000

export interface SessionKeeper {
  /** Stores one symbol of the last finished session; false if none is due. */
  keepNext(signal: AbortSignal): Promise<boolean>
}

export function sessionKeeper(parts: KeepingParts): SessionKeeper {
  const notBefore = new Map<string, number>()
  let resumeMs = 0
  return {
    async keepNext(signal) {
      const nowMs = parts.now().getTime()
      const session = nowMs < resumeMs ? null : finishedSession(nowMs)
      const settles = (symbol: string) => (session ? optionsCloseMs(symbol, session) + SETTLED_MS : 0)
      const isWaiting = (symbol: string) => Math.max(notBefore.get(symbol) ?? 0, settles(symbol)) > nowMs
      const symbol = session ? await nextUnkept(parts, session, isWaiting) : undefined
      signal.throwIfAborted()
      if (!session || symbol === undefined) return false
      notBefore.set(symbol, nowMs + RETRY_SYMBOL_MS)
      const outcome = await keepOrReport(parts, symbol, session)
      if (outcome === 'missing') notBefore.set(symbol, nowMs + RETRY_MISSING_MS)
      if (outcome === 'failed') resumeMs = nowMs + RETRY_SOURCE_MS
      return outcome !== 'failed'
    },
  }
}

/** A symbol that the source does not have is not a failure, and is unlikely to appear within hours. */
async function keepOrReport(
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
    return error instanceof NotClosedYet ? 'waits' : 'failed'
  }
}

/** The source answered, but not with closing data yet: this concerns only one symbol. */
class NotClosedYet extends AppError {}

async function nextUnkept(
  { market, store }: KeepingParts,
  session: TradingSession,
  isWaiting: (symbol: string) => boolean,
): Promise<string | undefined> {
  for (const { symbol } of await market.listings()) {
    if (!isWaiting(symbol) && !(await isKept(store, symbol, session))) return symbol
  }
  return undefined
}

/** The last session, from when its first data are final until the next one starts. */
function finishedSession(nowMs: number): TradingSession | null {
  const session = lastSessionBefore(nowMs)
  return nowMs >= session.closeMs + SETTLED_MS ? session : null
}

async function isKept(store: Store, symbol: string, session: TradingSession): Promise<boolean> {
  const head = await store.chains.latest(symbol, session.date)
  return head !== undefined && isClosing({ symbol, asOfMs: Date.parse(head.asOf) }, session)
}

/** From the last minutes of the stocks to the close of the options: a file that was imported ends with the stocks. */
function isClosing({ symbol, asOfMs }: Pick<OptionChain, 'symbol' | 'asOfMs'>, session: TradingSession): boolean {
  return asOfMs >= session.closeMs - CLOSING_MS && asOfMs <= optionsCloseMs(symbol, session)
}

async function keep(parts: KeepingParts, symbol: string, session: TradingSession): Promise<void> {
  const view = await parts.market.viewAt()
  const chain = await view.chain(symbol)
  if (!isClosing(chain, session)) {
    throw new NotClosedYet(
      'unavailable',
      `The chain of ${symbol} at the close of ${session.date} is not available yet.`,
    )
  }
  const name = (await parts.market.listings()).find((listing) => listing.symbol === symbol)?.name ?? null
  await keepChain(parts, chain, name)
  await keepBars(parts.store, view, symbol, session)
  await completeMetrics(parts.store, { onFailure: (error, head) => parts.onUnvalued(error, head.symbol) })
  await readFlow(parts, symbol)
}

/** An account may have no access to option trades; the chain is stored anyway. */
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
  await store.transaction(async (repositories) => {
    await repositories.corporateActions.put(dividendsAhead(market, chain))
    // False if an import of the same instant came first: its data remain.
    await repositories.chains.put(packed)
  })
}

/** The vendor forgets when it announced a dividend: the first session that knew of it is in the store. */
function dividendsAhead(market: MarketSource, { symbol, sessionDate }: OptionChain): readonly CorporateAction[] {
  const held = dividendsIn(market)?.heldDividends() ?? []
  return held.filter((dividend) => dividend.symbol === symbol && dividend.exDate > sessionDate)
}

/** Only days after the last stored one: stored bars keep the share scale of their day. */
async function keepBars(store: Store, view: MarketView, symbol: string, session: TradingSession): Promise<void> {
  const last = await store.dailyBars.latest(symbol)
  const from = last === undefined ? {} : { from: addDays(last.date, 1) }
  const bars = await view.dailyBars(symbol, { ...from, to: session.date })
  if (bars.length > 0) await store.dailyBars.put(symbol, bars, { derived: false })
}
