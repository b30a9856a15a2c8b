import { setTimeout as sleep } from 'node:timers/promises'
import { inTerm } from '../lib/node/leases.ts'
import { type Worker, worker } from '../lib/node/worker.ts'
import { withUrgency } from '../market/sources/urgency.ts'
import type { CheckResult, ReadinessCheck } from '../surfaces/rest/health.ts'
import type { IdeaRecord } from '../trade-ideas/domain/idea-record.ts'
import { gatherAnalytics } from '../trade-ideas/operations/gather-analytics.ts'
import { ideaFeedStep } from '../trade-ideas/workers/idea-feed.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'

/** The step works once a minute; it is called often enough to start soon after a minute has passed. */
const IDLE_MS = 5_000
const GRACE_MS = 5_000
/** Nobody waits for an idea; prints that come meanwhile are matched and told in between. */
const REST_MS = 25
/** One failure may be a busy source; this many in a row are a fault. */
const FAILURES_IN_A_ROW = 3

/** The generation of trade ideas: started by `start`, ended by disposal. */
export interface IdeaFeed extends AsyncDisposable {
  start(): void
  readonly workers: readonly Worker[]
  readonly check: ReadinessCheck
}

/** `onIdea` is called at least once for each new idea, with a stable id. */
export function ideaFeed(parts: Parts, onIdea: (idea: IdeaRecord) => Promise<void>): IdeaFeed {
  const { store, market, now, clock, monotonicMs, log, leases } = parts
  const context = contextOf(parts, { caller: OPERATOR })
  const gather = (symbol: string) => gatherAnalytics(context, symbol, () => sleep(REST_MS))
  const look = inTerm(leases, 'ideas', () => ideaFeedStep({ store, market, gather, onIdea, now }))
  const loop = worker({
    name: 'ideas',
    // A simulated market follows the wall clock, and after a jump of it every open idea would end.
    step: async (signal) => clock.isSteady() && withUrgency('search', () => look(signal)),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'ideas' }, 'searching for trade ideas failed'),
  })
  return {
    start: () => loop.start(),
    workers: [loop],
    check: { name: 'ideas', run: () => readiness(parts, loop) },
    [Symbol.asyncDispose]: () => loop.stop(),
  }
}

async function readiness({ store }: Parts, loop: Worker): Promise<CheckResult> {
  const { failures } = loop.health()
  const detail = `${await store.tradeIdeas.countOpen()} trade ideas are open.`
  return failures < FAILURES_IN_A_ROW
    ? { ok: true, detail }
    : { ok: false, detail: `Searching for trade ideas failed ${failures} times in a row. ${detail}` }
}
