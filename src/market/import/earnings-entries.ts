/**
 * Earnings: symbol, report_date, fiscal_period and, where known, timing (before_open, during_session, after_close),
 * eps_estimate, eps_actual, status (estimated, confirmed, reported), known_at. Without known_at an entry counts as known
 * from the report, or from the import when the report is still to come. Several entries of one period, each with its own
 * known_at, are the history of what was known.
 */

import { isCivilDate } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from '../domain/calendar/new-york-time.ts'
import {
  EARNINGS_STATUSES,
  EARNINGS_TIMINGS,
  type EarningsReport,
  type EarningsTiming,
} from '../domain/earnings-report.ts'
import { type Entry, eachEntry, hasFields, knownFrom } from './entries.ts'
import type { ImportFormat, ReadRequest } from './reading.ts'

/** The minute of day, New York, by which a report of that timing is certainly out. */
const OUT_BY: Readonly<Record<EarningsTiming, number>> = {
  before_open: 9 * 60 + 30,
  during_session: 16 * 60,
  after_close: 20 * 60,
  unknown: 20 * 60,
}
const LONGEST_PERIOD = 20

export const earningsEntries: ImportFormat = {
  name: 'earnings',
  kind: 'earnings',
  title: 'a list of earnings',
  usesName: false,
  recognises: (source) => hasFields(source, ['report_date']),
  async read(source, request, log) {
    const reports: EarningsReport[] = []
    await eachEntry(source, ['report_date', 'fiscal_period'], log, (entry) => {
      const report = reportOf(entry, request)
      if (report) reports.push(report)
    })
    log.taken += reports.length
    return [{ type: 'earnings', reports }]
  },
}

function reportOf(entry: Entry, request: ReadRequest): EarningsReport | null {
  const symbol = entry.symbol(request.symbol)
  const reportDate = entry.text('report_date')
  const fiscalPeriod = entry.prose('fiscal_period', LONGEST_PERIOD)
  if (symbol === undefined) return null
  if (symbol === null || !isCivilDate(reportDate) || fiscalPeriod === null) {
    const column = symbol === null ? 'symbol' : fiscalPeriod === null ? 'fiscal_period' : 'report_date'
    entry.refuse(column, 'an entry has a symbol, a date and a fiscal period')
    return null
  }
  const timing = entry.word('timing', EARNINGS_TIMINGS, 'unknown')
  const epsActual = entry.number('eps_actual')
  const outAt = new Date(newYorkInstant(reportDate, OUT_BY[timing])).toISOString()
  return {
    symbol,
    reportDate,
    timing,
    fiscalPeriod,
    epsEstimate: entry.number('eps_estimate'),
    epsActual,
    status: entry.word('status', EARNINGS_STATUSES, Number.isNaN(epsActual) ? 'estimated' : 'reported'),
    knownAt: knownFrom(entry.instant('known_at'), outAt, request.nowMs),
  }
}
