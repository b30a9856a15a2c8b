import { INDEX_FUNDS } from '../../analytics/domain/market-overview.ts'
import { exposureKeeper } from '../../analytics/workers/exposure-keeper.ts'
import { inTerm } from '../../lib/node/leases.ts'
import { type Worker, worker } from '../../lib/node/worker.ts'
import { sessionDateAt, sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import { withUrgency } from '../../market/sources/urgency.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Parts } from '../parts.ts'

/** The first minutes of a process belong to its users. */
const START_MS = 2 * 60_000
const IDLE_MS = 5_000
const GRACE_MS = 5_000
/** Quotes of a source may be delayed by a quarter of an hour. */
const DELAY_MS = 20 * 60_000

/** Keeps exposures each minute, from now until the service ends; nothing for a source that only replays what the store has. */
export function exposureKeeping(parts: Parts, life: Lifecycle): Worker[] {
  const { market, store, viewAt, analysisOf, monotonicMs, wallNow, log, leases } = parts
  const { isRemote, readsStore } = market.capabilities
  if (readsStore && !isRemote) return []
  const begin = () =>
    exposureKeeper({
      store,
      viewAt: () => viewAt(),
      analysisOf,
      now: wallNow,
      // A simulated market has quotes whenever its clock says so; asking it costs nothing.
      isOpen: (nowMs) => !isRemote || isTrading(nowMs),
      symbols: () => symbolsOfInterest(parts),
      isRequested: (symbol) => parts.requestedSymbols().includes(symbol),
    })
  const startedMs = monotonicMs()
  const loop = worker({
    name: 'exposures',
    step: inTerm(leases, 'keeping', () => {
      const keeper = begin()
      return async (signal) => {
        if (monotonicMs() - startedMs < START_MS) return false
        return await withUrgency('background', () => keeper.step(signal))
      }
    }),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'exposures' }, 'keeping the exposures failed'),
  })
  life.own('exposures', loop, (it) => it.stop()).start()
  return [loop]
}

/** Index funds, watched symbols, those with the most watchers first, and what was requested in the last ten minutes. */
export async function symbolsOfInterest({
  market,
  store,
  requestedSymbols,
}: Pick<Parts, 'market' | 'store' | 'requestedSymbols'>): Promise<string[]> {
  const listed = new Set((await market.listings()).map(({ symbol }) => symbol))
  const watched = [...(await store.watchlists.watchers())].toSorted(([, a], [, b]) => b.length - a.length)
  const wanted = [...INDEX_FUNDS, ...watched.map(([symbol]) => symbol), ...requestedSymbols()]
  return [...new Set(wanted.filter((symbol) => listed.has(symbol)))]
}

function isTrading(nowMs: number): boolean {
  const session = sessionOn(sessionDateAt(nowMs))
  return session !== null && nowMs <= session.closeMs + DELAY_MS
}
