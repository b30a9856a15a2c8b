/**
 * Writes down what a live source holds in memory: its tapes, the rows of flow that they mean, and what these add up to.
 * The tapes themselves are the queue, bounded by the source; all that came since the last step is one commit, and a
 * commit that fails is repeated with what came meanwhile.
 */
import type { FlowNews, FlowSession } from '../domain/flow/flow-session.ts'
import { addSums, noFlow } from '../domain/flow/flow-sums.ts'
import { bucketStart, type FlowMinute, flowMinutes } from '../domain/flow/net-flow.ts'
import type { TapePrints } from '../domain/market/option-tape.ts'
import type { SessionTrades } from '../domain/market/stock-trades.ts'
import { nextTurn } from '../lib/node/next-turn.ts'
import { flowRowsFrom } from '../operations/flow/stored-flow.ts'
import type { TapeSegmentRow } from '../store/flow-tables.ts'
import type { Groups } from '../store/groups.ts'
import type { Store } from '../store/open.ts'

export interface HeldTape {
  readonly tape: object
  readonly prints: TapePrints
  /** Up to when nothing is missing; NaN while unknown. */
  readonly wholeUntilMs: number
  readonly isFinal: boolean
  /** Prints that did not fit. */
  readonly lost: number
  /** What the source says of it. */
  readonly warnings: readonly string[]
}

export interface TapeKeeperParts {
  readonly store: Store
  /** Name of the market source. */
  readonly source: string
  readonly heldTapes: () => readonly HeldTape[]
  readonly heldOffExchange: () => readonly { readonly session: SessionTrades; kept(): void }[]
  /** The rows that a tape means, as far as anybody has read it. */
  readonly readSession: (tape: object) => Promise<FlowSession | undefined>
  readonly now: () => Date
}

export interface KeeperCounts {
  /** Prints, and changes of rows of flow, that are in memory alone. */
  readonly waiting: number
  /** Prints of the tapes in memory that are stored. */
  readonly stored: number
  /** Prints that never were: the tape was full. */
  readonly lost: number
}

export interface TapeKeeper {
  step(signal: AbortSignal): Promise<boolean>
  counts(): KeeperCounts
}

/** Rows of flow and prints of one commit and tape. */
const MOST_CHANGES = 2_000
const MOST_PRINTS = 50_000
/** A segment that has grown so large is joined with no other. */
const LARGE_SEGMENT = 100_000
const MINUTE_MS = 60_000

/** What of a tape is stored. */
interface Progress {
  prints: number
  starts: readonly number[]
  wholeUntilMs: number
  session: FlowSession | undefined
  place: number
  isWhole: boolean
}

interface Work {
  readonly held: HeldTape
  readonly progress: Progress
  readonly next: Progress
  readonly segment: TapeSegmentRow | null
  readonly news: FlowNews | null
}

export function tapeKeeper(parts: TapeKeeperParts): TapeKeeper {
  const progresses = new WeakMap<object, Progress>()

  async function progressOf({ tape, prints }: HeldTape): Promise<Progress> {
    const known = progresses.get(tape)
    if (known) return known
    const { rows, starts } = await parts.store.tapeSegments.head(prints.symbol, prints.sessionDate)
    const begun = { prints: rows, starts, wholeUntilMs: Number.NaN, session: undefined, place: 0, isWhole: false }
    progresses.set(tape, begun)
    return begun
  }

  async function gathered(): Promise<Work[]> {
    const works: Work[] = []
    // Of what is older somebody asked, and it would be forgotten at once.
    const from = flowRowsFrom(parts.now())
    for (const held of parts.heldTapes().filter(({ prints }) => prints.sessionDate >= from)) {
      const work = workOn(parts.store, held, await progressOf(held), await parts.readSession(held.tape))
      if (work) works.push(work)
      await nextTurn()
    }
    return works
  }

  return {
    async step(signal) {
      const works = await gathered()
      if (works.length > 0) await commit(parts, works)
      for (const { progress, next } of works) Object.assign(progress, next)
      const trades = await keepOffExchange(parts, signal)
      return trades || works.some(isUnfinished)
    },
    counts() {
      const counts = { waiting: 0, stored: 0, lost: 0 }
      const from = flowRowsFrom(parts.now())
      for (const { tape, prints, lost } of parts.heldTapes()) {
        if (prints.sessionDate < from) continue
        const progress = progresses.get(tape)
        const stored = Math.min(progress?.prints ?? 0, prints.count)
        counts.stored += stored
        counts.waiting += prints.count - stored
        if (progress?.session) counts.waiting += progress.session.changeCount - progress.place
        counts.lost += lost
      }
      return counts
    },
  }
}

/** Null where all is stored. */
function workOn(store: Store, held: HeldTape, progress: Progress, session: FlowSession | undefined): Work | null {
  const printed = printsToKeep(store, held, progress)
  const place = session === progress.session ? progress.place : 0
  const news = session && session.changeCount > place ? session.newsSince(place, MOST_CHANGES) : null
  const next = { ...progress, ...printed.next, session, place: news?.place ?? place }
  const { prints } = held
  const isWhole = held.isFinal && next.prints === prints.count && isAllRead(next, prints)
  if (!printed.segment && !news && isWhole === progress.isWhole) return null
  return { held, progress, next: { ...next, isWhole }, segment: printed.segment, news }
}

type Printed = Pick<Progress, 'prints' | 'starts' | 'wholeUntilMs'>

/** What the tape has beyond what is stored of it, as one segment. */
function printsToKeep(
  store: Store,
  { prints, wholeUntilMs }: HeldTape,
  progress: Progress,
): { segment: TapeSegmentRow | null; next: Printed } {
  // A tape that could not be restored yet is shorter than what is stored of it.
  if (prints.count < progress.prints) return { segment: null, next: progress }
  const until = Math.min(prints.count, progress.prints + MOST_PRINTS)
  const isToEnd = until === prints.count
  const knownMs = isToEnd ? wholeUntilMs : progress.wholeUntilMs
  if (until === 0 || (until === progress.prints && Object.is(knownMs, progress.wholeUntilMs)))
    return { segment: null, next: progress }
  const first = firstRowOf(progress, until)
  const segment = store.tapeSegments.packPrints({ prints: { ...prints, count: until }, wholeUntilMs: knownMs }, first)
  const starts = [...progress.starts.filter((start) => start < first), first]
  return { segment, next: { prints: until, starts, wholeUntilMs: knownMs } }
}

/** Rows of flow are stored with what the tape says to its end. */
function isAllRead({ session, place }: Progress, { count }: TapePrints): boolean {
  return session !== undefined && session.position === count && session.changeCount === place
}

/** Small segments are joined with those before them that are no larger: there are only a few, and each row moves seldom. */
function firstRowOf({ prints, starts }: Progress, until: number): number {
  let first = prints
  for (const start of starts.toReversed()) {
    const isSmall = first - start <= until - first || first === until
    if (!isSmall || until - start > LARGE_SEGMENT) break
    first = start
  }
  return first
}

function isUnfinished({ held, next }: Work): boolean {
  const isBehind = next.session !== undefined && next.place < next.session.changeCount
  return next.prints < held.prints.count || isBehind
}

async function commit({ store, source, now }: TapeKeeperParts, works: readonly Work[]): Promise<void> {
  await store.transaction(async (groups) => {
    for (const work of works) await keep(groups, work, { source, nowMs: now().getTime() })
  })
}

async function keep(groups: Groups, work: Work, about: About): Promise<void> {
  const { segment, news, next, held } = work
  if (segment) await groups.tapeSegments.put(segment)
  if (!next.session) return
  if (news) await keepRows(groups, held.prints, next.session, news)
  if (!isUnfinished(work)) await keepDay(groups, work, next.session, about)
}

interface About {
  readonly source: string
  readonly nowMs: number
}

async function keepRows(
  groups: Groups,
  { symbol, sessionDate }: TapePrints,
  session: FlowSession,
  { rows, withdrawn }: FlowNews,
): Promise<void> {
  const gone = withdrawn.map((row) => row.sequence)
  await groups.flowRows.put(rows)
  await groups.flowRows.withdraw(symbol, sessionDate, gone)
  const touched = [...rows, ...withdrawn].map(({ executedAtMs }) => bucketStart(sessionDate, executedAtMs, '1m'))
  const fromMs = touched.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY)
  const toMs = touched.reduce((most, ms) => Math.max(most, ms), Number.NEGATIVE_INFINITY)
  const minutes = flowMinutes(session.between(fromMs, toMs + MINUTE_MS))
  await groups.flowTotals.putMinutes(symbol, sessionDate, { fromMs, toMs, minutes })
}

async function keepDay(
  groups: Groups,
  { held, next }: Work,
  { rows }: FlowSession,
  { source, nowMs }: About,
): Promise<void> {
  const { symbol, sessionDate } = held.prints
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return
  const minutes: readonly FlowMinute[] = await groups.flowTotals.minutes(symbol, sessionDate)
  const sums = noFlow()
  for (const minute of minutes) addSums(sums, minute.sums)
  const { isWhole } = next
  const { warnings } = held
  const times = { asOfMs: nowMs, firstMs: first.executedAtMs, lastMs: last.executedAtMs }
  await groups.flowTotals.putDay({ symbol, sessionDate, source, warnings, isWhole, ...times, sums })
}

/** One finished session of a stock at a time. */
async function keepOffExchange({ store, heldOffExchange }: TapeKeeperParts, signal: AbortSignal): Promise<boolean> {
  const [held] = heldOffExchange()
  if (!held || signal.aborted) return false
  const segment = store.tapeSegments.packOffExchange(held.session)
  await store.transaction((groups) => groups.tapeSegments.put(segment))
  held.kept()
  return true
}
