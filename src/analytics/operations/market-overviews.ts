import type { Context, Progress } from '../../catalogue/context.ts'
import { concurrencyLimit } from '../../lib/async/concurrency-limit.ts'
import { StaleWhileRevalidate } from '../../lib/async/stale-while-revalidate.ts'
import { AppError } from '../../lib/errors.ts'
import type { KeptOverviews } from '../ports/kept-overviews.ts'
import { type GatheredOverview, type GatherParts, gatherOverview } from './gather-overview.ts'

/** The present one is at most one minute old, or five while it is recomputed. `as_of` is the instant of its data. */
const PRESENT_LIMITS = { freshMs: 60_000, usableMs: 300_000, max: 1 }
/** A past session changes only when more of it is imported. */
const PAST_LIMITS = { freshMs: 15 * 60_000, usableMs: 24 * 60 * 60_000, max: 64 }
const PRESENT = 'present'

type OverviewParts = GatherParts & Pick<Context, 'afterwards'>

export interface MarketOverviews {
  /** The present one, or that of a past date. The first request takes seconds, because every chain is read. */
  at(date: string | undefined, parts: OverviewParts): Promise<GatheredOverview>
}

/** Stale-while-revalidate cache of overviews, and of past ones in the store. One for each process. */
export function marketOverviews(monotonicMs: () => number, kept: KeptOverviews | null = null): MarketOverviews {
  const present = new StaleWhileRevalidate<GatheredOverview>({ ...PRESENT_LIMITS, monotonicMs })
  const past = new StaleWhileRevalidate<GatheredOverview>({ ...PAST_LIMITS, monotonicMs })
  /** By date: who waits for the one that is being computed. */
  const listeners = new Map<string, Set<Progress>>()
  /** One at a time: each takes a core for seconds, and requests for many past dates must not take all of them. */
  const oneAtATime = concurrencyLimit(1, {
    maxWaiting: 16,
    refuse: () => new AppError('unavailable', 'Too many overviews are being computed. Try again in a few seconds.'),
  })

  function computed(date: string | undefined, parts: OverviewParts): Promise<GatheredOverview> {
    const progress: Progress = (done, total) => {
      for (const listener of listeners.get(date ?? PRESENT) ?? []) listener(done, total)
    }
    return oneAtATime(() => gatherOverview({ ...parts, progress }, date))
  }

  async function keptOrComputed(date: string, parts: OverviewParts, store: KeptOverviews): Promise<GatheredOverview> {
    const basis = await store.basisOf(date)
    if (basis === null) return await computed(date, parts)
    const known = await store.find(date, basis)
    if (known) return { ...known, isWhole: true }
    const { isWhole, ...overview } = await computed(date, parts)
    if (isWhole) parts.afterwards(() => store.put(date, basis, overview))
    return { isWhole, ...overview }
  }

  async function found(date: string | undefined, parts: OverviewParts): Promise<GatheredOverview> {
    return await (date === undefined ? present : past).find(date ?? PRESENT, {
      load: () => (date !== undefined && kept ? keptOrComputed(date, parts, kept) : computed(date, parts)),
      inBackground: (work) => parts.afterwards(work),
    })
  }

  return {
    async at(date, parts) {
      const { progress } = parts
      if (!progress) return await found(date, parts)
      const waiting = listeners.get(date ?? PRESENT) ?? new Set()
      listeners.set(date ?? PRESENT, waiting.add(progress))
      try {
        return await found(date, parts)
      } finally {
        waiting.delete(progress)
        if (waiting.size === 0) listeners.delete(date ?? PRESENT)
      }
    },
  }
}
