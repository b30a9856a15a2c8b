import { dailyMetrics } from '../../analytics/domain/daily-metrics.ts'
import { type DailyMetrics, METRICS_METHOD } from '../../market/domain/daily-metrics.ts'
import { withFacts } from '../../market/domain/options/chain-facts.ts'
import { storedFacts } from '../../market/sources/replay/stored-facts.ts'
import type { ChainHead } from '../../market/store/chains.ts'
import type { Store } from '../store/open-store.ts'

export interface Completing {
  readonly onProgress?: (done: number, count: number) => void
  /** Called for a chain that cannot be valued; only its own session stays without metrics. */
  readonly onFailure: (error: unknown, head: ChainHead) => void
}

/**
 * Values the last chain of every session without current metrics: after an import the changed sessions, at a start
 * those stored by an older version. Each session is written separately, so the next run continues an interrupted one.
 * Returns the number of valued sessions.
 */
export async function completeMetrics(store: Store, { onProgress, onFailure }: Completing): Promise<number> {
  const heads = await store.dailyMetrics.missing(METRICS_METHOD)
  let valued = 0
  for (const [index, head] of heads.entries()) {
    onProgress?.(index, heads.length)
    const metrics = await metricsOf(store, head, onFailure)
    if (metrics && (await write(store, head, metrics))) valued++
  }
  if (heads.length > 0) onProgress?.(heads.length, heads.length)
  return valued
}

/** Undefined if the chain was replaced in the meantime: that import values its own chain. */
async function metricsOf(
  store: Store,
  head: ChainHead,
  onFailure: Completing['onFailure'],
): Promise<DailyMetrics | undefined> {
  const chain = await store.chains.load(head.id)
  if (!chain) return undefined
  try {
    return dailyMetrics(withFacts(chain, await storedFacts(store, null, chain, chain.asOfMs)))
  } catch (error) {
    onFailure(error, head)
    return undefined
  }
}

function write(store: Store, { id, symbol, asOf }: ChainHead, metrics: DailyMetrics): Promise<boolean> {
  return store.transaction(async (repositories) => {
    if ((await repositories.chains.at(symbol, asOf))?.id !== id) return false
    await repositories.dailyMetrics.put(id, METRICS_METHOD, metrics)
    return true
  })
}
