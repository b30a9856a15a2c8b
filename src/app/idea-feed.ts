import type { IdeaRecord } from '../domain/trade-ideas/idea-record.ts'
import { gatherAnalytics } from '../operations/trade-ideas/gather-analytics.ts'
import type { CheckResult, ReadinessCheck } from '../surfaces/rest/health.ts'
import { ideaFeedStep } from '../workers/idea-feed.ts'
import { type Worker, worker } from '../workers/worker.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'

/** The step does something once a minute: it is asked often enough to begin soon after a minute has. */
const IDLE_MS = 5_000
const GRACE_MS = 5_000
/** One failure may be a busy source; so many in a row are a fault. */
const FAILURES_IN_A_ROW = 3

/** The making of trade ideas: begun by `start`, ended by its disposal. */
export interface IdeaFeed extends AsyncDisposable {
  start(): void
  readonly check: ReadinessCheck
}

/** `onIdea` is told of each new idea at least once, under an id that stays the same. */
export function ideaFeed(parts: Parts, onIdea: (idea: IdeaRecord) => Promise<void>): IdeaFeed {
  const { store, market, now, monotonicMs, log } = parts
  const context = contextOf(parts, { caller: OPERATOR })
  const loop = worker({
    name: 'ideas',
    step: ideaFeedStep({ store, market, gather: (symbol) => gatherAnalytics(context, symbol), onIdea, now }),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'ideas' }, 'looking for trade ideas failed'),
  })
  return {
    start: () => loop.start(),
    check: { name: 'ideas', run: () => readiness(parts, loop) },
    [Symbol.asyncDispose]: () => loop.stop(),
  }
}

async function readiness({ store }: Parts, loop: Worker): Promise<CheckResult> {
  const { failures } = loop.health()
  const detail = `${await store.tradeIdeas.countOpen()} trade ideas are open.`
  return failures < FAILURES_IN_A_ROW
    ? { ok: true, detail }
    : { ok: false, detail: `Looking for trade ideas failed ${failures} times in a row. ${detail}` }
}
