/** Storing the tapes of a live source. */
import { tapeKeeper } from '../../flow/workers/tape-keeper.ts'
import { worker } from '../../lib/node/worker.ts'
import type { ReadinessCheck } from '../../surfaces/rest/health.ts'
import type { Parts } from '../parts.ts'
import { heldIn } from './live-ports.ts'

const IDLE_MS = 1_000
const GRACE_MS = 5_000
const FAILURES_IN_A_ROW = 3

export interface TapeKeeping extends AsyncDisposable {
  start(): void
  readonly check: ReadinessCheck
}

/** Null for a source without tapes that must be stored. */
export function tapeKeeping({ market, flowSessions, store, now, monotonicMs, log }: Parts): TapeKeeping | null {
  const held = heldIn(market)
  if (!held) return null
  const keeper = tapeKeeper({
    store,
    source: market.name,
    heldTapes: () => held.heldTapes(),
    heldOffExchange: () => held.heldOffExchange(),
    readSession: (tape) => flowSessions.session(tape),
    now,
  })
  const loop = worker({
    name: 'tapes',
    step: (signal) => keeper.step(signal),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'tapes' }, 'storing the tapes failed'),
  })
  return {
    start: () => loop.start(),
    check: {
      name: 'tapes',
      async run() {
        const { stored, waiting, lost } = keeper.counts()
        const detail = `Option prints in memory: ${stored} stored, ${waiting} waiting, ${lost} dropped.`
        return { ok: loop.health().failures < FAILURES_IN_A_ROW, detail }
      },
    },
    /** Stores the last prints, too. */
    async [Symbol.asyncDispose]() {
      await loop.stop()
      held.settleTapes()
      await keeper.step(new AbortController().signal)
    },
  }
}
