import './report-bars.css'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Explained } from '../../ui/explained.tsx'
import { comparedReports, largestMove } from './earnings-moves.ts'

type Earnings = AnswerOf<'earnings'>

/** The move that options implied for each report alone beside the one that came, and how far volatility fell. */
export function ReportBars({ of: { symbol, data, medians, as_of: asOf } }: { readonly of: Earnings }) {
  const reports = comparedReports(data)
  if (reports.length === 0) return null
  const largest = largestMove(reports)
  const width = (move: number) => ({ '--share': `${(100 * Math.abs(move)) / largest}%` })
  return (
    <section aria-label={`Implied and actual moves of ${symbol} at its reports`}>
      <p class="quiet">
        <i class="report-key" data-kind="implied" />{' '}
        <Explained field="report_move_absolute_pct">implied move</Explained> of the report alone,{' '}
        <i class="report-key" data-kind="actual" /> <Explained field="actual_move_pct">actual move</Explained>. Above
        1.00 the options charged more than came.
      </p>
      <dl class="report-bars">
        {reports
          .toReversed()
          .map(({ report_date: date, implied, actual, crush_pct: crush, implied_over_actual: ratio }) => (
            <div key={date}>
              <dt>{format.date(date)}</dt>
              <dd>
                <span>
                  <i data-kind="implied" style={width(implied)} /> {format.pct(implied, 1)}
                </span>
                <span>
                  <i data-kind="actual" style={width(actual)} /> {format.signedPct(actual, 1)}
                </span>
              </dd>
              <dd>
                <Explained field="implied_over_actual" asOf={asOf}>
                  Ratio
                </Explained>{' '}
                <b>{format.ratio(ratio, 2)}</b>
              </dd>
              <dd>
                <Explained field="crush_pct" asOf={asOf}>
                  IV
                </Explained>{' '}
                <b>{format.signedPct(crush, 0)}</b>
              </dd>
            </div>
          ))}
      </dl>
      {medians ? (
        <p class="quiet">
          Median of the last {medians.reports} reports: implied {format.pct(medians.report_move_absolute_pct, 1)},
          actual {format.pct(medians.actual_move_absolute_pct, 1)}, ratio {format.ratio(medians.implied_over_actual, 2)}
          , IV {format.signedPct(medians.crush_pct, 0)}.
        </p>
      ) : null}
    </section>
  )
}
