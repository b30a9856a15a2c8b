import { invalid } from '../../../lib/errors.ts'
import { indexAt } from '../../../lib/math/columns.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { newYorkTime } from '../../../market/domain/calendar/new-york-time.ts'
import { envelope } from '../../../market/operations/envelope.ts'
import type { MarketView } from '../../../market/ports/market-source.ts'
import { gammaAtMinute, nearestMinute } from '../../domain/exposures/gamma-at-minute.ts'
import type { MatrixGreek } from '../../domain/exposures/matrix-greek.ts'
import type { AnalyticsContext } from '../context.ts'
import { MAX_SESSIONS, noSnapshots } from './exposure-history.ts'
import { minuteOf } from './minute-of-session.ts'

interface MinuteQuery {
  readonly symbol: string
  readonly at: string
  readonly greek: MatrixGreek
  readonly strikesAround: number
  /** Of those, a kept minute can answer none. */
  readonly refused: Readonly<Record<string, unknown>>
}

/** The exposures that were kept of a minute of a session. */
export async function gammaAt(
  { exposureSnapshots }: Pick<AnalyticsContext, 'exposureSnapshots'>,
  view: MarketView,
  sessionDate: string,
  { symbol, at, greek, strikesAround, refused }: MinuteQuery,
) {
  const issues = Object.entries(refused).flatMap(([path, value]) =>
    value === undefined
      ? []
      : [{ path, message: 'must be left out with at: minutes are kept of all expirations together' }],
  )
  if (issues.length > 0) throw invalid(issues)
  if (greek === 'open_interest_change') {
    throw invalid([{ path: 'greek', message: 'must be gamma, delta, vanna or charm with at' }])
  }
  const all = await exposureSnapshots.ofSession(symbol, sessionDate)
  const minute = minuteOf(sessionDate, at)
  const row = nearestMinute(all, minute)
  if (row < 0) {
    const sessions = await exposureSnapshots.sessions(symbol, MAX_SESSIONS)
    throw invalid([{ path: 'at', message: noSnapshots(symbol, sessionDate, sessions) }])
  }
  const nearest = indexAt(all.minutes, row)
  if (nearest !== minute) {
    const { minuteOfDay } = newYorkTime(nearest * MINUTE_MS)
    const [hours, minutes] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60]
    const clock = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
    throw invalid([{ path: 'at', message: `has no snapshot on ${sessionDate}; the nearest is of ${clock}` }])
  }
  const asOfMs = minute * MINUTE_MS
  return {
    symbol,
    ...envelope(view, { asOfMs, sessionDate, warnings: [] }),
    ...gammaAtMinute(all, row, { greek, strikesAround }),
  }
}
