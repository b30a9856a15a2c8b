import { METRICS_METHOD } from '../../../domain/analytics/daily-metrics.ts'
import { tradingDayBefore } from '../../../domain/market/trading-calendar.ts'
import type { PastIv } from '../../../ports/market-source.ts'
import type { ReplayMarket } from './index.ts'

const SESSIONS = 252
const KEPT_HISTORIES = 256

/** The IV30 of the sessions with a chain in the year before a session. */
export type IvHistories = (symbol: string, sessionDate: string) => Promise<readonly PastIv[]>

interface Kept {
  /** Counting 252 sessions back takes longer than reading them. */
  readonly from: string
  readonly history: readonly PastIv[]
}

/** Read from the store each time, so that an import by another process is seen; equal ones are the same object. */
export function ivHistories({ dailyMetrics }: Pick<ReplayMarket, 'dailyMetrics'>): IvHistories {
  const kept = new Map<string, Kept>()
  return async (symbol, sessionDate) => {
    const key = `${symbol} ${sessionDate}`
    const before = kept.get(key)
    const from = before?.from ?? tradingDayBefore(sessionDate, SESSIONS)
    const rows = await dailyMetrics.history(symbol, METRICS_METHOD, { from, before: sessionDate })
    const read = rows.map(({ sessionDate: date, iv30 }) => ({ date, iv30 }))
    // Asked anew: another caller may have put its own there while this one waited.
    const known = kept.get(key)?.history
    const history = known && isSame(known, read) ? known : read
    kept.delete(key)
    kept.set(key, { from, history })
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size > KEPT_HISTORIES) kept.delete(oldest)
    return history
  }
}

function isSame(a: readonly PastIv[], b: readonly PastIv[]): boolean {
  if (a.length !== b.length) return false
  return a.every(({ date, iv30 }, index) => date === b[index]?.date && Object.is(iv30, b[index].iv30))
}
