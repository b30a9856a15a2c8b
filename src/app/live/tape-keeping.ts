/** The writing down of a live source's tapes, as this service runs it. */
import { readSession } from '../../operations/flow/session-flow.ts'
import type { ReadinessCheck } from '../../surfaces/rest/health.ts'
import { tapeKeeper } from '../../workers/tape-keeper.ts'
import { worker } from '../../workers/worker.ts'
import type { Parts } from '../parts.ts'
import { heldIn } from './live-market.ts'

const IDLE_MS = 1_000
const GRACE_MS = 5_000
const FAILURES_IN_A_ROW = 3

export interface TapeKeeping extends AsyncDisposable {
  start(): void
  readonly check: ReadinessCheck
}

/** Null for a source whose tapes need not be kept. */
export function tapeKeeping({ market, store, now, monotonicMs, log }: Parts): TapeKeeping | null {
  const held = heldIn(market)
  if (!held) return null
  const keeper = tapeKeeper({
    store,
    source: market.name,
    heldTapes: () => held.heldTapes(),
    heldOffExchange: () => held.heldOffExchange(),
    readSession,
    now,
  })
  const loop = worker({
    name: 'tapes',
    step: (signal) => keeper.step(signal),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'tapes' }, 'writing down the tapes failed'),
  })
  return {
    start: () => loop.start(),
    check: {
      name: 'tapes',
      async run() {
        const { stored, waiting, lost } = keeper.counts()
        const detail = `Option prints in memory that are stored: ${stored}, that wait: ${waiting}, that did not fit: ${lost}.`
        return { ok: loop.health().failures < FAILURES_IN_A_ROW, detail }
      },
    },
    /** What came last is written down too. */
    async [Symbol.asyncDispose]() {
      await loop.stop()
      held.settleTapes()
      await keeper.step(new AbortController().signal)
    },
  }
}
