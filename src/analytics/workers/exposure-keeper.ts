/**
 * Keeps the exposures of some symbols each minute while their quotes move, and thins older sessions. One symbol a step, so
 * that requests wait for one valuation at most.
 */

import { AppError } from '../../lib/errors.ts'
import { MINUTE_MS } from '../../lib/time/duration.ts'
import { sessionDateAt, tradingDayBefore } from '../../market/domain/calendar/trading-calendar.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import { everyNthMinute, exposureSnapshot } from '../domain/exposures/exposure-snapshot.ts'
import type { AnalysisOf } from '../operations/chain-analyses.ts'
import type { AnalyticsRepositories } from '../store/index.ts'

/** Sessions that are kept by minute, and then by five minutes. */
export const MINUTE_SESSIONS = 20
export const THINNED_SESSIONS = 60
const THINNED_STEP = 5
const MAX_SYMBOLS = 20

type Repositories = Pick<AnalyticsRepositories, 'exposureSnapshots'>

export interface ExposureKeeperParts {
  readonly store: Repositories & { transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> }
  readonly viewAt: () => Promise<MarketView>
  readonly analysisOf: AnalysisOf
  /** In order of importance; the first 20 are kept. */
  readonly symbols: () => Promise<readonly string[]>
  /** Whether somebody looks at the symbol, and may need its analysis in the next second. */
  readonly isRequested: (symbol: string) => boolean
  /** Whether the source has quotes that move now. */
  readonly isOpen: (nowMs: number) => boolean
  readonly now: () => Date
}

export interface ExposureKeeper {
  /** Whether there is more to do at once. */
  step(signal: AbortSignal): Promise<boolean>
}

export function exposureKeeper(parts: ExposureKeeperParts): ExposureKeeper {
  const { store, now, isOpen } = parts
  let minute = -1
  let waiting: string[] = []
  /** The last kept minute of each symbol, since this process began. */
  const kept = new Map<string, number>()
  return {
    async step(signal) {
      const nowMs = now().getTime()
      const current = Math.floor(nowMs / MINUTE_MS)
      if (current !== minute) {
        minute = current
        waiting = isOpen(nowMs) ? [...new Set(await parts.symbols())].slice(0, MAX_SYMBOLS) : []
      }
      const symbol = waiting.shift()
      if (signal.aborted) return false
      if (symbol === undefined) return await thinOne(store, sessionDateAt(nowMs))
      await keep(parts, kept, symbol)
      return waiting.length > 0
    },
  }
}

/** A symbol without a chain, or a source that fails, is tried again in the next minute. */
async function keep(parts: ExposureKeeperParts, kept: Map<string, number>, symbol: string): Promise<void> {
  try {
    await keepMinute(parts, kept, symbol)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function keepMinute(
  { store, viewAt, analysisOf, isRequested }: ExposureKeeperParts,
  kept: Map<string, number>,
  symbol: string,
): Promise<void> {
  const view = await viewAt()
  const chain = await view.chain(symbol)
  const minute = Math.floor(chain.asOfMs / MINUTE_MS)
  const last = kept.get(symbol) ?? (await store.exposureSnapshots.lastMinute(symbol, chain.sessionDate))
  if (last !== undefined && last >= minute) {
    kept.set(symbol, last)
    return
  }
  const analysis = analysisOf(chain)
  const [valued, gamma] = [await analysis.valued(), await analysis.gamma({})]
  await store.exposureSnapshots.add(symbol, chain.sessionDate, exposureSnapshot(valued, gamma))
  kept.set(symbol, minute)
  // Those of all symbols of a minute would fill the memory until they are replaced.
  if (!isRequested(symbol)) analysisOf.forget?.(chain)
}

/** One session of one symbol, or what has expired; false where nothing is due. */
async function thinOne(store: ExposureKeeperParts['store'], today: string): Promise<boolean> {
  const { exposureSnapshots } = store
  if ((await exposureSnapshots.removeBefore(tradingDayBefore(today, THINNED_SESSIONS))) > 0) return true
  const due = await exposureSnapshots.unthinned(tradingDayBefore(today, MINUTE_SESSIONS), THINNED_STEP)
  if (!due) return false
  const { symbol, sessionDate } = due
  const thinned = everyNthMinute(await exposureSnapshots.ofSession(symbol, sessionDate), THINNED_STEP)
  await store.transaction((inside) => inside.exposureSnapshots.replace(symbol, sessionDate, THINNED_STEP, thinned))
  return true
}
