/**
 * Earnings of a simulated company: date and estimate are known about three weeks ahead, the result with the report.
 * Good results usually come with a higher opening price. Earnings per share are round numbers consistent with the price
 * level.
 */

import { mix, normal, uniform } from '../../../../lib/math/seeded-random.ts'
import { addDays } from '../../../../lib/time/civil-date.ts'
import { newYorkInstant } from '../../../domain/calendar/new-york-time.ts'
import type { EarningsReport } from '../../../domain/earnings-report.ts'
import type { Profile } from '../profile.ts'
import type { World } from '../world.ts'
import type { EarningsReport as SimulatedReport } from './earnings.ts'

const DAYS_AHEAD = 18
const DAYS_MORE = 7
const REPORT_MINUTE = { before_open: 7 * 60, after_close: 16 * 60 + 5 } as const
const ANNOUNCED_MINUTE = 8 * 60
const GROWTH = 0.07
const REFERENCE_YEAR = 2026
const SURPRISE = 0.05

/** Reports in a window, as known at an instant. */
export function earningsReports(
  world: World,
  profile: Profile,
  asOfMs: number,
  { from, to }: { readonly from: string; readonly to: string },
): EarningsReport[] {
  if (profile.earningsMove === 0) return []
  const start = world.sessions.dateAt(1)
  return world
    .earnings(profile.symbol)
    .between(from < start ? start : from, to)
    .flatMap((report) => knownAt(world, profile, report, asOfMs) ?? [])
}

function knownAt(world: World, profile: Profile, report: SimulatedReport, asOfMs: number): EarningsReport | null {
  const { reportDate, timing } = report
  const stream = mix(world.streamOf('eps', profile.symbol), Number(reportDate.replaceAll('-', '')))
  const ahead = DAYS_AHEAD + Math.floor(DAYS_MORE * uniform(mix(stream, 0)))
  const announcedMs = newYorkInstant(addDays(reportDate, -ahead), ANNOUNCED_MINUTE)
  const reportedMs = newYorkInstant(reportDate, REPORT_MINUTE[timing])
  if (asOfMs < announcedMs) return null
  const isOut = asOfMs >= reportedMs
  const { period, estimate } = expectation(world, profile, reportDate, stream)
  return {
    symbol: profile.symbol,
    reportDate,
    timing,
    fiscalPeriod: period,
    epsEstimate: estimate,
    epsActual: isOut ? actual(world, profile, report, stream, estimate) : Number.NaN,
    status: isOut ? 'reported' : 'confirmed',
    knownAt: new Date(isOut ? reportedMs : announcedMs).toISOString(),
  }
}

/** Reports of January to March are of the fourth quarter of the year before, and so on. */
function expectation(world: World, profile: Profile, reportDate: string, stream: number) {
  const year = Number(reportDate.slice(0, 4))
  const quarter = Math.ceil(Number(reportDate.slice(5, 7)) / 3)
  const own = world.streamOf('eps', profile.symbol)
  const yearly = profile.price / (14 + 24 * uniform(mix(own, 1)))
  const season = 1 + 0.1 * normal(mix(own, 1 + quarter))
  const growth = (1 + GROWTH) ** (year + quarter / 4 - REFERENCE_YEAR)
  return {
    period: quarter === 1 ? `${year - 1}-Q4` : `${year}-Q${quarter - 1}`,
    estimate: cents((yearly / 4) * season * growth * (1 + 0.03 * normal(mix(stream, 1)))),
  }
}

function actual(world: World, profile: Profile, report: SimulatedReport, stream: number, estimate: number): number {
  const index = world.sessions.indexOf(report.reactionDate) ?? 0
  const surprise = SURPRISE * (0.8 * world.earningsShock(profile, index) + 0.6 * normal(mix(stream, 2)))
  return cents(estimate * (1 + surprise))
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100
}
