/**
 * Stores what a live source has in memory: its tapes, their flow rows, and the sums of these. The tapes are the queue,
 * bounded by the source. Each step commits everything new since the last one; a failed commit is retried together with
 * newer data.
 */

import { nextTurn } from '../../lib/node/next-turn.ts'
import { MINUTE_MS } from '../../lib/time/duration.ts'
import type { TapePrints } from '../../market/domain/options/option-tape.ts'
import type { SessionTrades } from '../../market/domain/stocks/stock-trades.ts'
import { addSums, noFlow } from '../domain/sums/flow-sums.ts'
import { bucketStart, type FlowMinute, flowMinutes } from '../domain/sums/net-flow.ts'
import type { FlowSession, FlowUpdate } from '../domain/tape/flow-session.ts'
import { flowRowsFrom } from '../operations/stored-flow.ts'
import type { FlowRepositories, FlowStore } from '../store/index.ts'
import type { TapeSegmentRow } from '../store/tables.ts'

export interface HeldTape {
  readonly tape: object
  readonly prints: TapePrints
  /** The tape is complete up to this instant; NaN while unknown. */
  readonly wholeUntilMs: number
  readonly isFinal: boolean
  /** Prints dropped because the tape was full. */
  readonly lost: number
  /** Warnings of the source about the tape. */
  readonly warnings: readonly string[]
}

export interface TapeKeeperParts {
  readonly store: FlowStore
  /** Name of the market source. */
  readonly source: string
  readonly heldTapes: () => readonly HeldTape[]
  readonly heldOffExchange: () => readonly { readonly session: SessionTrades; kept(): void }[]
  /** The flow rows of a tape, as far as it has been read. */
  readonly readSession: (tape: object) => Promise<FlowSession | undefined>
  /** Called after the commit of prints, and for a tape whose prints were stored before. */
  readonly onStored?: (stored: {
    readonly symbol: string
    readonly sessionDate: string
    readonly count: number
  }) => void
  readonly now: () => Date
}

export interface KeeperCounts {
  /** Prints and changes of flow rows that are not stored yet. */
  readonly waiting: number
  /** Prints of the tapes in memory that are stored. */
  readonly stored: number
  /** Prints dropped because the tape was full. */
  readonly lost: number
}

export interface TapeKeeper {
  step(signal: AbortSignal): Promise<boolean>
  counts(): KeeperCounts
}

/** Maximum flow rows and prints per commit and tape. */
const MAX_CHANGES = 2_000
const MAX_PRINTS = 50_000
/** Larger segments are not joined with others. */
const LARGE_SEGMENT = 100_000

/** The stored part of a tape. */
interface Progress {
  prints: number
  starts: readonly number[]
  wholeUntilMs: number
  session: FlowSession | undefined
  place: number
  isWhole: boolean
}

interface Task {
  readonly held: HeldTape
  readonly progress: Progress
  readonly next: Progress
  readonly segment: TapeSegmentRow | null
  readonly update: FlowUpdate | null
}

export function tapeKeeper(parts: TapeKeeperParts): TapeKeeper {
  /** By tape, for the tapes in memory. */
  const progresses = new Map<object, Progress>()

  function reportStored({ symbol, sessionDate }: TapePrints, count: number): void {
    parts.onStored?.({ symbol, sessionDate, count })
  }

  async function progressOf({ tape, prints }: HeldTape): Promise<Progress> {
    const known = progresses.get(tape)
    if (known) return known
    // That of a past session is missing where nobody has requested it before.
    await parts.store.flowPartitions.make([prints.sessionDate])
    const { rows, starts } = await parts.store.tapeSegments.head(prints.symbol, prints.sessionDate)
    const created = { prints: rows, starts, wholeUntilMs: Number.NaN, session: undefined, place: 0, isWhole: false }
    progresses.set(tape, created)
    reportStored(prints, rows)
    return created
  }

  function forgetDropped(held: ReadonlySet<object>): void {
    for (const tape of progresses.keys()) if (!held.has(tape)) progresses.delete(tape)
  }

  async function pendingWork(): Promise<Task[]> {
    const tasks: Task[] = []
    // Older tapes were requested by users; the retention would delete them at once.
    const from = flowRowsFrom(parts.now())
    const tapes = parts.heldTapes()
    forgetDropped(new Set(tapes.map(({ tape }) => tape)))
    for (const held of tapes.filter(({ prints }) => prints.sessionDate >= from)) {
      const task = taskFor(parts.store, held, await progressOf(held), await parts.readSession(held.tape))
      if (task) tasks.push(task)
      await nextTurn()
    }
    return tasks
  }

  return {
    async step(signal) {
      const tasks = await pendingWork()
      if (tasks.length > 0) await commit(parts, tasks)
      for (const { held, progress, next, segment } of tasks) {
        Object.assign(progress, next)
        if (segment) reportStored(held.prints, next.prints)
      }
      const trades = await storeOffExchange(parts, signal)
      return trades || tasks.some(isUnfinished)
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

/** Null if everything is stored. */
function taskFor(store: FlowStore, held: HeldTape, progress: Progress, session: FlowSession | undefined): Task | null {
  const unstored = unstoredPrints(store, held, progress)
  const place = session === progress.session ? progress.place : 0
  const update = session && session.changeCount > place ? session.updateSince(place, MAX_CHANGES) : null
  const next = { ...progress, ...unstored.next, session, place: update?.place ?? place }
  const { prints } = held
  const isWhole = held.isFinal && next.prints === prints.count && isCompletelyStored(next, prints)
  if (!unstored.segment && !update && isWhole === progress.isWhole) return null
  return { held, progress, next: { ...next, isWhole }, segment: unstored.segment, update }
}

type PrintProgress = Pick<Progress, 'prints' | 'starts' | 'wholeUntilMs'>

/** The prints that are not stored yet, as one segment. */
function unstoredPrints(
  store: FlowStore,
  { prints, wholeUntilMs }: HeldTape,
  progress: Progress,
): { segment: TapeSegmentRow | null; next: PrintProgress } {
  // A tape that has not been restored yet is shorter than its stored part.
  if (prints.count < progress.prints) return { segment: null, next: progress }
  const until = Math.min(prints.count, progress.prints + MAX_PRINTS)
  const isToEnd = until === prints.count
  const knownMs = isToEnd ? wholeUntilMs : progress.wholeUntilMs
  if (until === 0 || (until === progress.prints && Object.is(knownMs, progress.wholeUntilMs)))
    return { segment: null, next: progress }
  const first = firstRowOf(progress, until)
  const segment = store.tapeSegments.packPrints({ prints: { ...prints, count: until }, wholeUntilMs: knownMs }, first)
  const starts = [...progress.starts.filter((start) => start < first), first]
  return { segment, next: { prints: until, starts, wholeUntilMs: knownMs } }
}

/** Whether all flow rows of the whole tape are stored. */
function isCompletelyStored({ session, place }: Progress, { count }: TapePrints): boolean {
  return session !== undefined && session.position === count && session.changeCount === place
}

/** Joins a new segment with previous ones that are not larger: few segments, and each print is rewritten rarely. */
function firstRowOf({ prints, starts }: Progress, until: number): number {
  let first = prints
  for (const start of starts.toReversed()) {
    const isSmall = first - start <= until - first || first === until
    if (!isSmall || until - start > LARGE_SEGMENT) break
    first = start
  }
  return first
}

function isUnfinished({ held, next }: Task): boolean {
  const isBehind = next.session !== undefined && next.place < next.session.changeCount
  return next.prints < held.prints.count || isBehind
}

async function commit({ store, source, now }: TapeKeeperParts, tasks: readonly Task[]): Promise<void> {
  await store.transaction(async (repositories) => {
    for (const task of tasks) await storeTask(repositories, task, { source, nowMs: now().getTime() })
  })
}

async function storeTask(repositories: FlowRepositories, task: Task, about: About): Promise<void> {
  const { segment, update, next, held } = task
  if (segment) await repositories.tapeSegments.put(segment)
  if (!next.session) return
  if (update) await storeRows(repositories, held.prints, next.session, update)
  if (!isUnfinished(task)) await storeDay(repositories, task, next.session, about)
}

interface About {
  readonly source: string
  readonly nowMs: number
}

async function storeRows(
  repositories: FlowRepositories,
  { symbol, sessionDate }: TapePrints,
  session: FlowSession,
  { rows, withdrawn }: FlowUpdate,
): Promise<void> {
  const gone = withdrawn.map((row) => row.sequence)
  await repositories.flowRows.put(rows)
  await repositories.flowRows.withdraw(symbol, sessionDate, gone)
  const touched = [...rows, ...withdrawn].map(({ executedAtMs }) => bucketStart(sessionDate, executedAtMs, '1m'))
  const fromMs = touched.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY)
  const toMs = touched.reduce((most, ms) => Math.max(most, ms), Number.NEGATIVE_INFINITY)
  const minutes = flowMinutes(session.between(fromMs, toMs + MINUTE_MS))
  await repositories.flowTotals.putMinutes(symbol, sessionDate, { fromMs, toMs, minutes })
}

async function storeDay(
  repositories: FlowRepositories,
  { held, next }: Task,
  { rows }: FlowSession,
  { source, nowMs }: About,
): Promise<void> {
  const { symbol, sessionDate } = held.prints
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return
  const minutes: readonly FlowMinute[] = await repositories.flowTotals.minutes(symbol, sessionDate)
  const sums = noFlow()
  for (const minute of minutes) addSums(sums, minute.sums)
  const { isWhole } = next
  const { warnings } = held
  const times = { asOfMs: nowMs, firstMs: first.executedAtMs, lastMs: last.executedAtMs }
  await repositories.flowTotals.putDay({ symbol, sessionDate, source, warnings, isWhole, ...times, sums })
}

/** One finished session of a stock at a time. */
async function storeOffExchange({ store, heldOffExchange }: TapeKeeperParts, signal: AbortSignal): Promise<boolean> {
  const [held] = heldOffExchange()
  if (!held || signal.aborted) return false
  const segment = store.tapeSegments.packOffExchange(held.session)
  await store.transaction((repositories) => repositories.tapeSegments.put(segment))
  held.kept()
  return true
}
