/** Storing the tapes of a live source. */
import { type TapeKeeper, tapeKeeper } from '../../flow/workers/tape-keeper.ts'
import { inTerm } from '../../lib/node/leases.ts'
import { worker } from '../../lib/node/worker.ts'
import type { ReadinessCheck } from '../../surfaces/rest/health.ts'
import type { Parts } from '../parts.ts'
import { storeInTerm } from '../store/store-in-term.ts'
import { heldIn, sharesTapes } from './live-ports.ts'

const IDLE_MS = 1_000
/** Other processes show what is stored, and nothing else. */
const SHARED_IDLE_MS = 20
const GRACE_MS = 5_000
const FAILURES_IN_A_ROW = 3

const NONE = { stored: 0, waiting: 0, lost: 0 }

export interface TapeKeeping extends AsyncDisposable {
  start(): void
  readonly check: ReadinessCheck
}

/** Null for a source without tapes that must be stored. */
export function tapeKeeping({ market, flowSessions, store, now, monotonicMs, log, leases }: Parts): TapeKeeping | null {
  const held = heldIn(market)
  if (!held) return null
  let keeper: TapeKeeper | undefined
  const begin = (term: number, ended: AbortSignal) => {
    const ofTerm = tapeKeeper({
      store: storeInTerm(store, leases, { name: 'source', term, ended }),
      source: market.name,
      heldTapes: () => held.heldTapes(),
      heldOffExchange: () => held.heldOffExchange(),
      readSession: (tape) => flowSessions.session(tape),
      onStored: (stored) => sharesTapes(market) && market.printsStored(stored),
      now,
    })
    keeper = ofTerm
    return (signal: AbortSignal) => ofTerm.step(signal)
  }
  const step = inTerm(leases, 'source', begin)
  const loop = worker({
    name: 'tapes',
    step,
    idleMs: sharesTapes(market) ? SHARED_IDLE_MS : IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'tapes' }, 'storing the tapes failed'),
  })
  return {
    start: () => loop.start(),
    check: {
      name: 'tapes',
      async run() {
        const { stored, waiting, lost } = keeper?.counts() ?? NONE
        const detail = `Option prints in memory: ${stored} stored, ${waiting} waiting, ${lost} dropped.`
        return { ok: loop.health().failures < FAILURES_IN_A_ROW, detail }
      },
    },
    /** Stores the last prints, too. */
    async [Symbol.asyncDispose]() {
      await loop.stop()
      held.settleTapes()
      await step(new AbortController().signal)
    },
  }
}
