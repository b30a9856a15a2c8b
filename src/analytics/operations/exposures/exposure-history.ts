import { z } from 'zod'
import { invalid } from '../../../lib/errors.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'
import { sessionDateAt } from '../../../market/domain/calendar/trading-calendar.ts'
import { ANALYTICS_CALLERS } from '../../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import { ExposureHistory } from '../../contract/exposures/exposure-history.ts'
import { exposureHistory, lastInstantMs } from '../../domain/exposures/exposure-history.ts'
import { SNAPSHOT_GREEKS } from '../../domain/exposures/exposure-snapshot.ts'
import { defineOperation } from '../context.ts'
import { minuteOf, timeOfSession } from './minute-of-session.ts'

export const MAX_SESSIONS = 60

export const exposureHistoryOperation = defineOperation({
  name: 'exposure_history',
  title: 'Exposure over a session',
  description:
    'Gamma, delta, vanna or charm exposure of one symbol by strike over the minutes of a session, with totals, walls and flip of each minute. Snapshots are taken each minute of the index funds, of watched symbols and of those requested in the last ten minutes, kept by minute for 20 sessions and by five minutes for 60.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ['rest', 'cli', 'web'],
  route: { method: 'GET', path: '/stocks/:symbol/exposure_history', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    greek: z.enum(SNAPSHOT_GREEKS).default('gamma').describe('What the values are.'),
    from: timeOfSession('First time of New York, HH:MM; the first snapshot by default.'),
    to: timeOfSession('Last time of New York, HH:MM; the last snapshot by default.'),
    step: z.int().min(1).max(60).default(1).describe('Minutes from one time to the next.'),
    date: TradingDate.optional().describe('YYYY-MM-DD; the newest session with snapshots by default.'),
  }),
  output: enveloped(ExposureHistory),
  example: { symbol: 'SPY', step: 5 },
  async run({ symbol, greek, from, to, step, date }, { viewAt, exposureSnapshots, now }) {
    const view = await viewAt(date)
    const sessions = await exposureSnapshots.sessions(symbol, MAX_SESSIONS)
    const sessionDate = date ?? sessions[0] ?? sessionDateAt(now().getTime())
    const range = {
      from: from === undefined ? 0 : minuteOf(sessionDate, from),
      to: to === undefined ? Number.POSITIVE_INFINITY : minuteOf(sessionDate, to),
    }
    if (range.from > range.to) throw invalid([{ path: 'from', message: 'must not be after to' }])
    const all = await exposureSnapshots.ofSession(symbol, sessionDate)
    const lastMs = lastInstantMs(all)
    const asOfMs = Number.isNaN(lastMs) ? newYorkInstant(sessionDate, 0) : lastMs
    const warnings = all.minutes.length > 0 ? [] : [noSnapshots(symbol, sessionDate, sessions)]
    return {
      symbol,
      ...envelope(view, { asOfMs, sessionDate, warnings }),
      ...exposureHistory(all, { greek, step, ...range }),
      sessions,
    }
  },
})

export function noSnapshots(symbol: string, date: string, sessions: readonly string[]): string {
  const newest = sessions.length === 0 ? '' : `; the newest is of ${sessions[0]}`
  return `There is no snapshot of ${symbol} on ${date}${newest}. Snapshots are taken every minute while the market is open: of index funds, symbols on a watchlist, and symbols requested in the last ten minutes.`
}
