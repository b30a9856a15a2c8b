import type { Worker } from '../lib/node/worker.ts'
import type { ReadinessCheck } from '../surfaces/rest/health.ts'
import { ideaAlerts } from './idea-alerts.ts'
import { type IdeaFeed, ideaFeed } from './idea-feed.ts'
import { exposureKeeping } from './keeping/exposures.ts'
import { outcomeKeeping } from './keeping/outcomes.ts'
import { quantileKeeping } from './keeping/quantiles.ts'
import { scoreKeeping } from './keeping/scores.ts'
import type { Lifecycle } from './lifecycle.ts'
import { liveWorker } from './live/live-worker.ts'
import { tapeKeeping } from './live/tape-keeping.ts'
import type { Parts } from './parts.ts'

/** The search for trade ideas, and what is kept of the market, until the service ends. */
interface MarketWork {
  /** Started once the service is idle. */
  readonly ideas: IdeaFeed
  readonly checks: readonly ReadinessCheck[]
  /** Called once the service listens; returns all workers. */
  start(): readonly Worker[]
}

/** Undefined in a process that does not have this role. */
export function marketWork(parts: Parts, life: Lifecycle): MarketWork | undefined {
  if (!parts.config.roles.includes('market')) return undefined
  const ideas = life.own('ideas', ideaFeed(parts, ideaAlerts(parts)), (it) => it[Symbol.asyncDispose]())
  const tapes = tapeKeeping(parts)
  return {
    ideas,
    checks: tapes ? [tapes.check] : [],
    start() {
      const live = liveWorker(parts)
      const keeping = [outcomeKeeping(parts), quantileKeeping(parts), scoreKeeping(parts)]
      const workers = live ? [live, ...keeping] : keeping
      for (const each of workers) life.own(each.name, each, (it) => it.stop()).start()
      const exposures = exposureKeeping(parts, life)
      // Closed before the source.
      if (tapes) life.own('tapes', tapes, (it) => it[Symbol.asyncDispose]()).start()
      return [...ideas.workers, ...workers, ...exposures]
    },
  }
}
