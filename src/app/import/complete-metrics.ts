import { type DailyMetrics, dailyMetrics, METRICS_METHOD } from '../../domain/analytics/daily-metrics.ts'
import type { ChainHead } from '../../store/chains.ts'
import type { Store } from '../../store/open.ts'

export interface Completing {
  readonly onProgress?: (done: number, count: number) => void
  /** A chain that cannot be valued leaves its own session unknown, and the others as they are. */
  readonly onFailure: (error: unknown, head: ChainHead) => void
}

/**
 * Values the last chain of every session that has no figures yet: after an import those that it changed, at a start
 * those of a store from before there were figures, or from before their method changed. Each is written by itself, so
 * what an interrupted run has not reached is done by the next one. Returns how many sessions were valued.
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

/** Undefined for a chain that was replaced meanwhile: the import that replaced it values its successor. */
async function metricsOf(
  store: Store,
  head: ChainHead,
  onFailure: Completing['onFailure'],
): Promise<DailyMetrics | undefined> {
  const chain = await store.chains.load(head.id)
  if (!chain) return undefined
  try {
    return dailyMetrics(chain)
  } catch (error) {
    onFailure(error, head)
    return undefined
  }
}

function write(store: Store, { id, symbol, asOf }: ChainHead, metrics: DailyMetrics): Promise<boolean> {
  return store.transaction(async (groups) => {
    if ((await groups.chains.at(symbol, asOf))?.id !== id) return false
    await groups.dailyMetrics.put(id, METRICS_METHOD, metrics)
    return true
  })
}
