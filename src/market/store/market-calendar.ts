import type { Connection } from '../../store/connection.ts'
import type { CalendarEvent } from '../domain/calendar/calendar-event.ts'
import type { EarningsReport } from '../domain/earnings-report.ts'
import type { CalendarEventRow, EarningsReportRow, MarketTables } from './tables.ts'

export interface CalendarQuery {
  readonly symbol?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The instant of the view: the latest state of each entry known by then. */
  readonly knownAt: string
}

/** Earnings and calendar entries as known at an instant. */
export function marketCalendar({ db }: Connection<MarketTables>) {
  return {
    /** By report date; `from` and `to` are dates, both included. */
    async earnings({ symbol, from, to, knownAt }: CalendarQuery): Promise<EarningsReport[]> {
      let query = db.selectFrom('earnings_reports as report').selectAll('report').where('known_at', '<=', knownAt)
      query = query.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('earnings_reports as later')
              .select('later.symbol')
              .whereRef('later.symbol', '=', 'report.symbol')
              .whereRef('later.fiscal_period', '=', 'report.fiscal_period')
              .whereRef('later.known_at', '>', 'report.known_at')
              .where('later.known_at', '<=', knownAt),
          ),
        ),
      )
      if (symbol !== undefined) query = query.where('symbol', '=', symbol)
      if (from !== undefined) query = query.where('report_date', '>=', from)
      if (to !== undefined) query = query.where('report_date', '<=', to)
      const rows = await query.orderBy('report_date').orderBy('symbol').orderBy('fiscal_period').execute()
      return rows.map(fromEarningsRow)
    },

    /** By time; `from` and `to` are instants, both included. */
    async events({ symbol, from, to, knownAt }: CalendarQuery): Promise<CalendarEvent[]> {
      let query = db.selectFrom('calendar_events as event').selectAll('event').where('known_at', '<=', knownAt)
      query = query.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('calendar_events as later')
              .select('later.id')
              .whereRef('later.id', '=', 'event.id')
              .whereRef('later.known_at', '>', 'event.known_at')
              .where('later.known_at', '<=', knownAt),
          ),
        ),
      )
      if (symbol !== undefined) query = query.where('symbol', '=', symbol)
      if (from !== undefined) query = query.where('scheduled_at', '>=', from)
      if (to !== undefined) query = query.where('scheduled_at', '<=', to)
      const rows = await query.orderBy('scheduled_at').orderBy('id').execute()
      return rows.map(fromEventRow)
    },

    /** The latest `known_at`. */
    latestKnownAt: (): Promise<string | undefined> => latestKnownAt(db),

    async putEarnings(reports: readonly EarningsReport[]): Promise<void> {
      for (const report of reports) {
        const { symbol, fiscal_period, known_at, ...values } = toEarningsRow(report)
        await db
          .insertInto('earnings_reports')
          .values({ symbol, fiscal_period, known_at, ...values })
          .onConflict((conflict) => conflict.columns(['symbol', 'fiscal_period', 'known_at']).doUpdateSet(values))
          .execute()
      }
    },

    async putEvents(events: readonly CalendarEvent[]): Promise<void> {
      for (const event of events) {
        const { id, known_at, ...values } = toEventRow(event)
        await db
          .insertInto('calendar_events')
          .values({ id, known_at, ...values })
          .onConflict((conflict) => conflict.columns(['id', 'known_at']).doUpdateSet(values))
          .execute()
      }
    },
  }
}

async function latestKnownAt(db: Connection<MarketTables>['db']): Promise<string | undefined> {
  const latestOf = async (table: 'earnings_reports' | 'calendar_events') => {
    const latest = db.selectFrom(table).select(({ fn }) => fn.max('known_at').as('known_at'))
    return (await latest.executeTakeFirst())?.known_at ?? []
  }
  const latest = [await latestOf('earnings_reports'), await latestOf('calendar_events')]
  return latest.flat().sort().at(-1)
}

function toEarningsRow(report: EarningsReport): EarningsReportRow {
  return {
    symbol: report.symbol,
    fiscal_period: report.fiscalPeriod,
    known_at: report.knownAt,
    report_date: report.reportDate,
    timing: report.timing,
    eps_estimate: Number.isNaN(report.epsEstimate) ? null : report.epsEstimate,
    eps_actual: Number.isNaN(report.epsActual) ? null : report.epsActual,
    status: report.status,
  }
}

function fromEarningsRow(row: EarningsReportRow): EarningsReport {
  return {
    symbol: row.symbol,
    reportDate: row.report_date,
    timing: row.timing as EarningsReport['timing'],
    fiscalPeriod: row.fiscal_period,
    epsEstimate: row.eps_estimate ?? Number.NaN,
    epsActual: row.eps_actual ?? Number.NaN,
    status: row.status as EarningsReport['status'],
    knownAt: row.known_at,
  }
}

function toEventRow(event: CalendarEvent): CalendarEventRow {
  const { id, knownAt, scheduledAt, kind, title, symbol, importance, status } = event
  return { id, known_at: knownAt, kind, title, symbol, scheduled_at: scheduledAt, importance, status }
}

function fromEventRow(row: CalendarEventRow): CalendarEvent {
  return {
    id: row.id,
    kind: row.kind as CalendarEvent['kind'],
    title: row.title,
    symbol: row.symbol,
    scheduledAt: row.scheduled_at,
    knownAt: row.known_at,
    importance: row.importance as CalendarEvent['importance'],
    status: row.status as CalendarEvent['status'],
  }
}
