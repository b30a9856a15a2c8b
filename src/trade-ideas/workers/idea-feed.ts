/**
 * Trade ideas come and go by themselves: each minute of a session a few symbols in turn are looked at by the pipelines,
 * and open ideas follow the prices. Which symbols have their turn depends on the minute alone, and the store takes no
 * idea twice, so that a restart goes on where it was.
 */
import { MINUTE_MS } from '../../lib/time/duration.ts'
import { lastSessionBefore, type TradingSession } from '../../market/domain/calendar/trading-calendar.ts'
import type { MarketSource, MarketView } from '../../market/ports/market-source.ts'
import { type Calibration, calibrationOf } from '../domain/confidence.ts'
import type { IdeaDirection } from '../domain/idea-direction.ts'
import { followed, stretchesSince } from '../domain/idea-life.ts'
import type { IdeaRecord } from '../domain/idea-record.ts'
import { ideaStructure } from '../domain/idea-structure.ts'
import { horizonDate, newIdea } from '../domain/new-idea.ts'
import { draftIdeas } from '../domain/pipelines/index.ts'
import type { GatheredAnalytics } from '../operations/gather-analytics.ts'
import type { TradeIdeaStore } from '../store/index.ts'
import { sessionPrices } from './session-prices.ts'

/** Analytics of one symbol may cost a tenth of a second. */
const SYMBOLS_A_MINUTE = 4
/** Symbols of open ideas that are looked at in a minute, those first that were not for the longest time. */
const FOLLOWED_A_MINUTE = 24
const ANNOUNCED_A_MINUTE = 100
/** Four pipelines with three directions each. */
const MAX_OPEN_OF_A_SYMBOL = 12

export interface IdeaFeedParts {
  readonly store: Pick<TradeIdeaStore, 'tradeIdeas'>
  readonly market: MarketSource
  /** Null for a symbol that the source does not know. */
  readonly gather: (symbol: string) => Promise<GatheredAnalytics | null>
  /** Called for each new idea at least once: after a crash in between, again with the same id. */
  readonly onIdea: (idea: IdeaRecord) => Promise<void>
  readonly now: () => Date
}

/** What the feed remembers between steps; losing it costs nothing but looking once more. */
interface Memory {
  minute: number
  calibration: { readonly sessionDate: string; readonly table: Calibration } | null
}

interface Present {
  readonly view: MarketView
  readonly session: TradingSession
  readonly asOfMs: number
  readonly isOpen: boolean
}

/** The step of the feed. It is done once a minute of the market's clock, and once more after the close. */
export function ideaFeedStep(parts: IdeaFeedParts): (signal: AbortSignal) => Promise<boolean> {
  const memory: Memory = { minute: Number.NaN, calibration: null }
  return async (signal) => {
    const present = await presentOf(parts.market)
    const minute = Math.floor(Math.min(present.asOfMs, present.session.closeMs) / MINUTE_MS)
    if (minute === memory.minute) return false
    const walked: Walk = { signal, failures: [], looked: 0 }
    await followOpen(parts, present, walked)
    if (present.isOpen) await lookForIdeas(parts, present, walked, memory)
    await announce(parts, present, signal)
    const { failures, looked } = walked
    // One symbol that fails has its next turn in a later minute; where all fail the whole is tried again soon.
    if (failures.length === 0 || failures.length < looked) memory.minute = minute
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} symbols could not be looked at`)
    return true
  }
}

async function presentOf(market: MarketSource): Promise<Present> {
  const present = await market.viewAt()
  const moment = await present.moment()
  // Ideas follow the session as it ended, not its replay.
  const view = present.isReplay ? await market.viewAt(moment.sessionDate) : present
  const { asOfMs } = await view.moment()
  const session = lastSessionBefore(asOfMs)
  return { view, session, asOfMs, isOpen: asOfMs < session.closeMs }
}

interface Walk {
  readonly signal: AbortSignal
  readonly failures: unknown[]
  looked: number
}

/** One after the other; a symbol that fails is noted and does not stop the others. */
async function walk(symbols: readonly string[], walked: Walk, look: (symbol: string) => Promise<void>) {
  for (const symbol of symbols) {
    if (walked.signal.aborted) return
    walked.looked++
    try {
      await look(symbol)
    } catch (error) {
      walked.failures.push(error)
    }
  }
}

async function followOpen({ store }: IdeaFeedParts, present: Present, walked: Walk): Promise<void> {
  const bySymbol = Map.groupBy(await store.tradeIdeas.open(), ({ symbol }) => symbol)
  const oldest = [...bySymbol]
    .map(([symbol, ideas]) => ({ symbol, seenMs: Math.min(...ideas.map(({ seen }) => seen.atMs)) }))
    .sort((a, b) => a.seenMs - b.seenMs || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, FOLLOWED_A_MINUTE)
  await walk(
    oldest.map(({ symbol }) => symbol),
    walked,
    async (symbol) => {
      const ideas = bySymbol.get(symbol) ?? []
      const from = ideas.reduce(
        (first, { seen }) => (seen.sessionDate < first ? seen.sessionDate : first),
        '9999-12-31',
      )
      const sessions = await sessionPrices(present.view, symbol, { ...present, from })
      for (const idea of ideas) {
        const later = followed(idea, stretchesSince(idea.seen, sessions))
        if (later !== idea) await store.tradeIdeas.follow(later)
      }
    },
  )
}

async function lookForIdeas(parts: IdeaFeedParts, present: Present, walked: Walk, memory: Memory): Promise<void> {
  const table = await calibration(parts, present.session, memory)
  await walk(await symbolsInTurn(parts.market, present), walked, async (symbol) => {
    const gathered = await parts.gather(symbol)
    // Prices of an earlier session are no ground for an idea in this one.
    if (!gathered || gathered.seen.sessionDate !== present.session.date) return
    for (const draft of draftIdeas(gathered.analytics).sort((a, b) => b.evidence - a.evidence)) {
      const open = await parts.store.tradeIdeas.list({ status: 'open', symbol, limit: MAX_OPEN_OF_A_SYMBOL })
      // Of two opposite ideas on a symbol the first stays alone: a reader could not follow both.
      if (open.some(({ direction }) => isOpposite(direction, draft.direction))) continue
      const until = horizonDate(gathered.seen.sessionDate, draft.horizonSessions)
      const structure = ideaStructure(draft, until, await gathered.contracts())
      await parts.store.tradeIdeas.add(newIdea(draft, gathered.seen, table, structure))
    }
  })
}

function isOpposite(one: IdeaDirection, other: IdeaDirection): boolean {
  return one !== other && one !== 'neutral' && other !== 'neutral'
}

/** Of all symbols with options the few whose turn it is in this minute of the session. */
async function symbolsInTurn(market: MarketSource, { session, asOfMs }: Present): Promise<string[]> {
  const listings = await market.listings()
  const symbols = listings.filter(({ optionsFrom }) => optionsFrom !== null).map(({ symbol }) => symbol)
  const count = Math.min(SYMBOLS_A_MINUTE, symbols.length)
  const first = Math.floor((asOfMs - session.openMs) / MINUTE_MS) * count
  const start = symbols.length === 0 ? 0 : first % symbols.length
  return [...symbols, ...symbols].slice(start, start + count)
}

/** From ideas that had ended before the session began, so that all of one session are judged alike. */
async function calibration({ store }: IdeaFeedParts, session: TradingSession, memory: Memory): Promise<Calibration> {
  if (memory.calibration?.sessionDate !== session.date) {
    const tallies = await store.tradeIdeas.evidenceTallies(session.openMs)
    memory.calibration = { sessionDate: session.date, table: calibrationOf(tallies) }
  }
  return memory.calibration.table
}

/** Nobody is notified of an idea that has ended or is from an earlier session. */
async function announce({ store, onIdea, now }: IdeaFeedParts, present: Present, signal: AbortSignal): Promise<void> {
  for (const idea of await store.tradeIdeas.unannounced(ANNOUNCED_A_MINUTE)) {
    if (signal.aborted) return
    const isFresh = present.isOpen && idea.end === null && idea.sessionDate === present.session.date
    if (isFresh) await onIdea(idea)
    await store.tradeIdeas.markAnnounced(idea.id, now())
  }
}
