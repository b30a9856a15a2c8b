import { useAnswer } from '../answer.ts'
import { SeriesChart } from '../charts/series-chart.tsx'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Explained } from '../ui/explained.tsx'
import { Figure, Figures, Signed } from '../ui/figure.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'
import { signedR } from './idea-cells.tsx'

type TrackRecord = AnswerOf<'trade_ideas_track_record'>

/** The results of ideas: stated confidence against hit rate. */
export function TrackRecordPanels({ symbol }: { readonly symbol: string | undefined }) {
  const query = useAnswer('trade_ideas_track_record', symbol === undefined ? {} : { symbol })
  return (
    <>
      <div id="track-record">
        <Panel title={symbol === undefined ? 'Track record' : `Track record of ${symbol}`}>
          <Answered of={query}>{(record) => <Totals record={record} />}</Answered>
        </Panel>
      </div>
      <Panel title="Calibration" span={2}>
        <Answered of={query}>{(record) => <Calibration record={record} />}</Answered>
      </Panel>
    </>
  )
}

function Totals({ record }: { readonly record: TrackRecord }) {
  const { total, pipelines, open_count: open, from, to } = record
  return (
    <>
      <p class="quiet">
        Ended from {format.date(from)} {from.slice(0, 4)} to {format.date(to)}. All ideas are included.
      </p>
      <Figures>
        <Figure label="Hit rate" field="hit_rate_pct" value={format.pct(total.hit_rate_pct)} />
        <Figure label="Average R" field="average_r" value={signedR(total.average_r)} sign={total.average_r} />
        <Figure label="Confidence" field="average_confidence" value={format.decimal(total.average_confidence)} />
        <Figure label="Ended" field="count" value={format.whole(total.count)} />
        <Figure label="Open" field="open_count" value={format.whole(open)} />
      </Figures>
      <h3>By pipeline</h3>
      <Table
        label="Track record by pipeline"
        columns={PIPELINE_COLUMNS}
        rows={pipelines}
        keyOf={({ pipeline }) => pipeline}
      />
    </>
  )
}

const PIPELINE_COLUMNS: readonly Column<TrackRecord['pipelines'][number]>[] = [
  { title: 'Pipeline', align: 'start', cell: ({ pipeline }) => pipeline },
  { title: 'Ended', field: 'count', cell: ({ count }) => format.whole(count) },
  { title: 'Hit rate', field: 'hit_rate_pct', cell: (row) => format.pct(row.hit_rate_pct, 0) },
  {
    title: 'Average R',
    field: 'average_r',
    cell: ({ average_r: r }) => <Signed sign={r}>{format.change(r)}</Signed>,
  },
]

/** Stated confidence against the hit rate, by tenths of confidence. */
function Calibration({ record }: { readonly record: TrackRecord }) {
  const tenths = record.calibration.filter(({ count }) => count > 0)
  if (tenths.length === 0)
    return (
      <Empty next="An idea ends at its target, its stop or its date.">
        No idea has ended yet, so there is nothing to compare.
      </Empty>
    )
  return (
    <>
      <p class="quiet">
        <Explained field="hit_rate_pct">Hits</Explained> against{' '}
        <Explained field="average_confidence">confidence</Explained>: on the line, ideas succeed as often as stated.
      </p>
      <SeriesChart
        label="Hit rate of trade ideas by their confidence"
        x={tenths.map(({ average_confidence: confidence }) => 100 * (confidence ?? 0))}
        xTitle="Mean confidence"
        xFormat={(value) => format.pct(value, 0)}
        format={(value) => format.pct(value, 0)}
        series={[
          { title: 'Hit rate', colour: 'accent', kind: 'points', values: tenths.map((tenth) => tenth.hit_rate_pct) },
          {
            title: 'As stated',
            colour: 'soft',
            values: tenths.map(({ average_confidence: confidence }) => 100 * (confidence ?? 0)),
          },
        ]}
      />
    </>
  )
}
