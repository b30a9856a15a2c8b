import { useState } from 'preact/hooks'
import { SeriesChart } from '../charts/series-chart.tsx'
import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { useSubmit } from '../submit.ts'
import { Figure, Figures, Signed } from '../ui/figure.tsx'
import { FormProblem } from '../ui/form/form-problem.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'

type Backtest = AnswerOf<'backtest_alert'>
type Firing = Backtest['data'][number]

const SESSIONS = [1, 3, 5, 10] as const

/** The notifications that the saved rule would have created in recent sessions, and the returns of the contracts. */
export function AlertBacktest({ id }: { readonly id: string }) {
  const submission = useSubmit()
  const [sessions, setSessions] = useState<number>(5)
  const [answer, setAnswer] = useState<Backtest | null>(null)
  const run = () => submission.run(async () => setAnswer(await ask('backtest_alert', { id, sessions })))
  return (
    <>
      <p class="row">
        <label class="row">
          Sessions
          <select value={sessions} onChange={(event) => setSessions(Number(event.currentTarget.value))}>
            {SESSIONS.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={submission.isBusy} onClick={() => void run()}>
          {submission.isBusy ? 'Reading the tapes…' : 'Run the backtest'}
        </button>
        <span class="quiet">Nothing is sent. The test uses the saved rule with its cooldown.</span>
      </p>
      <FormProblem of={submission} />
      <div role="status">{answer ? <Result answer={answer} /> : null}</div>
    </>
  )
}

function Result({ answer }: { readonly answer: Backtest }) {
  const { as_of: asOf, returns } = answer
  return (
    <>
      <SourceLine of={answer} />
      <Figures>
        <Figure label="Notifications" value={format.whole(answer.fired)} />
        <Figure label="Matching prints" value={format.whole(answer.matched)} />
        <Figure label="Suppressed by the cooldown" value={format.whole(answer.suppressed)} />
        <Figure label="Sessions" value={`${answer.sessions}`} note={`${answer.from} to ${answer.to}`} />
        <Return label="Median after 5 min" field="return_pct_5m" value={returns.return_pct_5m} asOf={asOf} />
        <Return label="Median after 30 min" field="return_pct_30m" value={returns.return_pct_30m} asOf={asOf} />
        <Return label="Median at the next close" field="return_pct_1d" value={returns.return_pct_1d} asOf={asOf} />
      </Figures>
      {answer.data.length === 0 ? (
        <Empty next="Widen the criteria.">No notifications in these sessions.</Empty>
      ) : (
        <>
          <ReturnsChart rows={answer.data} />
          <div class="backtest-rows">
            <Table
              label="Prints with a notification"
              columns={FIRINGS}
              rows={answer.data}
              keyOf={({ id }) => id}
              asOf={asOf}
            />
          </div>
        </>
      )}
    </>
  )
}

interface ReturnProps {
  readonly label: string
  readonly field: string
  readonly value: number | null
  readonly asOf: string
}

function Return({ label, field, value, asOf }: ReturnProps) {
  return <Figure label={label} field={field} asOf={asOf} value={format.signedPct(value)} sign={value} />
}

/** Each notification by its index, because a time axis would have gaps between sessions. */
function ReturnsChart({ rows }: { readonly rows: readonly Firing[] }) {
  const rising = [...rows].reverse()
  const isOneDay = new Set(rows.map((row) => format.dateTime(row.executed_at).split(',')[0])).size === 1
  return (
    <SeriesChart
      label="Returns of the contracts after each notification"
      x={rising.map((_row, index) => index + 1)}
      xTitle="Firing"
      xFormat={(place) => {
        const row = rising[Math.round(place) - 1]
        return row && Number.isInteger(place) ? axisText(row.executed_at, isOneDay) : ''
      }}
      format={(value) => format.signedPct(value, 1)}
      series={[
        {
          title: 'After 5 min',
          colour: 'cool',
          kind: 'points',
          values: rising.map((row) => row.outcome.return_pct_5m),
        },
        {
          title: 'After 30 min',
          colour: 'accent',
          kind: 'points',
          values: rising.map((row) => row.outcome.return_pct_30m),
        },
        {
          title: 'At the next close',
          colour: 'warm',
          kind: 'points',
          values: rising.map((row) => row.outcome.return_pct_1d),
        },
      ]}
    />
  )
}

/** `Nov 20`, or `15:59` if all are of one day; the table below has the rest. */
function axisText(iso: string, isOneDay: boolean): string {
  if (isOneDay) return format.time(iso).slice(0, 5)
  return format.dateTime(iso).split(',')[0] ?? ''
}

const signed = (value: number | null) => <Signed sign={value}>{format.signedPct(value, 1)}</Signed>

const FIRINGS: readonly Column<Firing>[] = [
  { title: 'At', align: 'start', cell: (row) => format.dateTime(row.executed_at) },
  {
    title: 'Contract',
    align: 'start',
    cell: (row) => `${row.symbol} ${row.strike} ${row.option_type} ${row.expiration_date}`,
  },
  { title: 'Premium', field: 'premium', cell: (row) => format.usd(row.premium) },
  { title: 'Side', align: 'start', cell: (row) => row.side_label },
  { title: 'Type', align: 'start', cell: (row) => format.words(row.trade_type) },
  { title: 'Score', field: 'unusual_score', cell: (row) => row.unusual_score },
  { title: '5 min', field: 'return_pct_5m', cell: (row) => signed(row.outcome.return_pct_5m) },
  { title: '30 min', field: 'return_pct_30m', cell: (row) => signed(row.outcome.return_pct_30m) },
  { title: 'Next close', field: 'return_pct_1d', cell: (row) => signed(row.outcome.return_pct_1d) },
]
