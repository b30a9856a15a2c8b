import './earnings-panel.css'
import { useAnswer } from '../../answer.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Signed } from '../../ui/figure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { movesWithin, moveTrack } from './earnings-moves.ts'
import { ReportBars } from './report-bars.tsx'

type Earnings = AnswerOf<'earnings'>
type Report = Earnings['data'][number]

/** The expected and the actual move of each report. */
export function EarningsPanel({ symbol }: { readonly symbol: string }) {
  const query = useAnswer('earnings', { symbol, ...useDated() })
  return (
    <Panel title="Earnings" span={3}>
      <Answered of={query}>
        {(answer) => (
          <>
            <Verdict reports={answer.data} />
            <Table
              label="Reports, newest first"
              columns={columnsFor(answer.data)}
              rows={answer.data.toReversed()}
              keyOf={(report) => `${report.report_date} ${report.fiscal_period}`}
              asOf={answer.as_of}
              empty={
                <Empty next="The events of the market are on this page, too.">No earnings reports of {symbol}.</Empty>
              }
            />
            <ReportBars of={answer} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

function Verdict({ reports }: { readonly reports: readonly Report[] }) {
  const { within, knownCount } = movesWithin(reports)
  if (knownCount === 0) return null
  return (
    <p class="quiet">
      {within} of {knownCount} moves stayed within the expected move. The band is the expected move, the mark the actual
      one.
    </p>
  )
}

function columnsFor(reports: readonly Report[]): readonly Column<Report>[] {
  const track = moveTrack(reports)
  return [
    {
      title: 'Report',
      align: 'start',
      cell: (row) => `${format.date(row.report_date)} ${row.report_date.slice(0, 4)}`,
    },
    { title: 'When', align: 'start', cell: ({ timing }) => format.words(timing) },
    { title: 'Period', align: 'start', cell: (row) => row.fiscal_period },
    { title: 'Status', align: 'start', cell: ({ status }) => status },
    { title: 'EPS estimate', field: 'eps_estimate', cell: (row) => format.price(row.eps_estimate) },
    { title: 'EPS actual', field: 'eps_actual', cell: (row) => format.price(row.eps_actual) },
    {
      title: 'Surprise',
      field: 'surprise_pct',
      cell: ({ surprise_pct: surprise }) => <Signed sign={surprise}>{format.signedPct(surprise, 1)}</Signed>,
    },
    { title: 'Expected move', field: 'expected_move_pct', cell: (row) => format.pct(row.expected_move_pct) },
    {
      title: 'Actual move',
      field: 'actual_move_pct',
      cell: ({ actual_move_pct: move }) => <Signed sign={move}>{format.signedPct(move, 1)}</Signed>,
    },
    {
      title: 'Comparison',
      cell: ({ expected_move_pct: expected, actual_move_pct: actual }) => (
        <span class="earnings-move" style={track(expected, actual)}>
          {actual === null ? null : <i data-sign={actual < 0 ? 'down' : 'up'} />}
        </span>
      ),
    },
  ]
}
