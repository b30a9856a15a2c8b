import { inTerm } from '../../lib/node/leases.ts'
import { type Worker, worker } from '../../lib/node/worker.ts'
import { withUrgency } from '../../market/sources/urgency.ts'
import type { Parts } from '../parts.ts'
import { storeInTerm } from '../store/store-in-term.ts'
import { sessionKeeper } from './keep-sessions.ts'
import { liveIn } from './live-ports.ts'

const IDLE_MS = 5_000
const GRACE_MS = 5_000

/** Maintains a live source while this process asks the vendor: its periodic work, and storing each session at its end. */
export function liveWorker({
  market,
  flowSessions,
  store,
  log,
  now,
  newId,
  monotonicMs,
  leases,
}: Parts): Worker | null {
  const live = liveIn(market)
  if (!live) return null
  const begin = (term: number, ended: AbortSignal) => {
    const keeper = sessionKeeper({
      market,
      store: storeInTerm(store, leases, { name: 'source', term, ended }),
      now,
      newId,
      readFlow: market.capabilities.hasOptionTape
        ? async (symbol) => flowSessions.flow(await market.viewAt(), symbol)
        : null,
      onFailure: (error, symbol) => log.debug({ err: error, symbol }, 'a session could not be stored yet'),
      onUnvalued: (error, symbol) => log.error({ err: error, symbol }, 'a chain cannot be valued'),
    })
    return async (signal: AbortSignal) =>
      (await withUrgency('watched', () => live.tend())) ||
      (await withUrgency('background', () => keeper.keepNext(signal)))
  }
  return worker({
    name: 'market data',
    step: inTerm(leases, 'source', begin),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error }, 'the work on the market source failed'),
  })
}
