import { METRICS_METHOD } from '../../../domain/analytics/daily-metrics.ts'
import { tradingDayBefore } from '../../../domain/market/trading-calendar.ts'
import type { PastIv } from '../../../ports/market-source.ts'
import type { ReplayMarket } from './index.ts'

const SESSIONS = 252
const KEPT_HISTORIES = 256

/** The IV30 of the sessions with a chain in the year before a session. */
export type IvHistories = (symbol: string, sessionDate: string) => Promise<readonly PastIv[]>

/** Read from the store each time, so that an import by another process is seen; equal ones are the same object. */
export function ivHistories({ dailyMetrics }: Pick<ReplayMarket, 'dailyMetrics'>): IvHistories {
  const kept = new Map<string, readonly PastIv[]>()
  return async (symbol, sessionDate) => {
    const range = { from: tradingDayBefore(sessionDate, SESSIONS), before: sessionDate }
    const rows = await dailyMetrics.history(symbol, METRICS_METHOD, range)
    const key = `${symbol} ${sessionDate}`
    const known = kept.get(key)
    const history = known && isSame(known, rows) ? known : rows.map(({ sessionDate: date, iv30 }) => ({ date, iv30 }))
    kept.delete(key)
    kept.set(key, history)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size > KEPT_HISTORIES) kept.delete(oldest)
    return history
  }
}

function isSame(
  history: readonly PastIv[],
  rows: readonly { readonly sessionDate: string; readonly iv30: number }[],
): boolean {
  if (history.length !== rows.length) return false
  return history.every(
    ({ date, iv30 }, index) => date === rows[index]?.sessionDate && Object.is(iv30, rows[index].iv30),
  )
}
