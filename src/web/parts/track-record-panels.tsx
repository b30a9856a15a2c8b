import { useAnswer } from '../answer.ts'
import { SeriesChart } from '../charts/series-chart.tsx'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Explained } from './explained.tsx'
import { Figure, Figures, Signed } from './figure.tsx'
import { signedR } from './idea-cells.tsx'
import { Panel } from './panel.tsx'
import { Answered, Empty } from './states.tsx'
import { type Column, Table } from './table.tsx'

type TrackRecord = AnswerOf<'trade_ideas_track_record'>

/** How ideas turned out: what was said of them against what came. */
export function TrackRecordPanels({ symbol }: { readonly symbol: string | undefined }) {
  const asked = useAnswer('trade_ideas_track_record', symbol === undefined ? {} : { symbol })
  return (
    <>
      <div id="track-record">
        <Panel title={symbol === undefined ? 'Track record' : `Track record of ${symbol}`}>
          <Answered of={asked}>{(record) => <Totals record={record} />}</Answered>
        </Panel>
      </div>
      <Panel title="Calibration" span={2}>
        <Answered of={asked}>{(record) => <Calibration record={record} />}</Answered>
      </Panel>
    </>
  )
}

function Totals({ record }: { readonly record: TrackRecord }) {
  const { total, pipelines, open_count: open, from, to } = record
  return (
    <>
      <p class="quiet">
        Ended from {format.date(from)} {from.slice(0, 4)} to {format.date(to)}. None is left out.
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

/** What was believed against what came, by tenths of confidence. */
function Calibration({ record }: { readonly record: TrackRecord }) {
  const tenths = record.calibration.filter(({ count }) => count > 0)
  if (tenths.length === 0) return <Empty>No idea has ended yet: there is nothing to compare with.</Empty>
  return (
    <>
      <p class="quiet">
        <Explained field="hit_rate_pct">Hits</Explained> against{' '}
        <Explained field="average_confidence">confidence</Explained>: on the line, ideas come true as often as they say.
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
            title: 'As said',
            colour: 'soft',
            values: tenths.map(({ average_confidence: confidence }) => 100 * (confidence ?? 0)),
          },
        ]}
      />
    </>
  )
}
