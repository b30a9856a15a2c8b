import { LRUCache } from 'lru-cache'
import { tradingDayBefore } from '../../domain/calendar/trading-calendar.ts'
import { METRICS_METHOD, type MetricName } from '../../domain/daily-metrics.ts'
import type { MetricHistory, MetricPoint, SessionRange } from '../../ports/market-source.ts'
import type { ReplayMarket } from './stored-market.ts'

/** A metric of the sessions with a chain before a session. */
export type MetricHistories = (
  symbol: string,
  sessionDate: string,
  metric: MetricName,
  range: SessionRange,
) => Promise<MetricHistory>

interface Kept {
  /** Counting the sessions back takes longer than reading them. */
  readonly from: string
  readonly history: MetricHistory
}

/** Up to 10 kB each. */
const KEPT_HISTORIES = 512

/** Read from the store each time, so that an import by another process is seen; equal ones are the same object. */
export function metricHistories({ dailyMetrics }: Pick<ReplayMarket, 'dailyMetrics'>): MetricHistories {
  const kept = new LRUCache<string, Kept>({ max: KEPT_HISTORIES })
  return async (symbol, sessionDate, metric, { sessions }) => {
    const key = `${symbol} ${sessionDate} ${metric} ${sessions}`
    const from = kept.get(key)?.from ?? tradingDayBefore(sessionDate, sessions)
    const rows = await dailyMetrics.history(symbol, METRICS_METHOD, { from, before: sessionDate })
    const points = rows.map((row) => ({ date: row.sessionDate, value: row[metric] }))
    // Read again: another caller may have stored its own while this one waited.
    const known = kept.get(key)?.history
    const history = known && isSame(known.points, points) ? known : { points, warnings: [] }
    kept.set(key, { from, history })
    return history
  }
}

function isSame(a: readonly MetricPoint[], b: readonly MetricPoint[]): boolean {
  if (a.length !== b.length) return false
  return a.every(({ date, value }, index) => date === b[index]?.date && Object.is(value, b[index].value))
}
