import { type Worker, worker } from '../../lib/node/worker.ts'
import { withUrgency } from '../../market/sources/urgency.ts'
import type { Parts } from '../parts.ts'
import { sessionKeeper } from './keep-sessions.ts'
import { liveIn } from './live-ports.ts'

const IDLE_MS = 5_000
const GRACE_MS = 5_000

/** Maintains a live source: its periodic work, and storing each session at its end. */
export function liveWorker({ market, flowSessions, store, log, now, newId, monotonicMs }: Parts): Worker | null {
  const live = liveIn(market)
  if (!live) return null
  const keeper = sessionKeeper({
    market,
    store,
    now,
    newId,
    readFlow: market.capabilities.hasOptionTape
      ? async (symbol) => flowSessions.flow(await market.viewAt(), symbol)
      : null,
    onFailure: (error, symbol) => log.debug({ err: error, symbol }, 'a session could not be stored yet'),
    onUnvalued: (error, symbol) => log.error({ err: error, symbol }, 'a chain cannot be valued'),
  })
  return worker({
    name: 'market data',
    step: async (signal) =>
      (await withUrgency('watched', () => live.tend())) ||
      (await withUrgency('background', () => keeper.keepNext(signal))),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error }, 'the work on the market source failed'),
  })
}
