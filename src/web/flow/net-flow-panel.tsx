import { useMemo, useState } from 'preact/hooks'
import './net-flow-panel.css'
import { useAnswer } from '../answer.ts'
import { type ChartSeries, SeriesChart } from '../charts/series-chart.tsx'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { useDate, useDated } from '../travel.ts'
import { Figure, Figures } from '../ui/figure.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { flowLines } from './net-flow-lines.ts'

type NetFlow = AnswerOf<'net_flow'>

const RENEW_MS = 15_000
const RESOLUTIONS = [
  ['1m', '1 m'],
  ['5m', '5 m'],
  ['15m', '15 m'],
  ['1h', '1 h'],
  ['1d', 'Days'],
] as const
const SHAPES = [
  ['running', 'Running total'],
  ['each', 'Each'],
] as const

/** Premium bought minus sold over time, separately for calls and puts, with the price. */
export function NetFlowPanel({ symbol }: { readonly symbol: string }) {
  const [resolution, setResolution] = useState<NetFlow['resolution']>('5m')
  const [shape, setShape] = useState<'running' | 'each'>('running')
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const query = useAnswer('net_flow', { symbol, resolution, ...useDated() }, { everyMs })
  return (
    <Panel
      title="Net flow"
      span={3}
      tools={
        <>
          <Switch label="Kind of total" options={SHAPES} value={shape} onChange={setShape} />
          <Switch label="Interval" options={RESOLUTIONS} value={resolution} onChange={setResolution} />
        </>
      }
    >
      <Answered of={query}>
        {(flow) => (
          <>
            <NetFlowChart flow={flow} isRunning={shape === 'running'} />
            <Totals flow={flow} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

function NetFlowChart({ flow, isRunning }: { readonly flow: NetFlow; readonly isRunning: boolean }) {
  const { data, symbol, resolution } = flow
  const x = useMemo(() => data.map(({ time }) => Date.parse(time) / 1000), [data])
  const series = useMemo<readonly ChartSeries[]>(() => {
    const { calls, puts } = flowLines(data, isRunning)
    const kind = isRunning ? 'line' : 'bars'
    return [
      { title: 'Calls, bought − sold', colour: 'up', kind, values: calls },
      { title: 'Puts, bought − sold', colour: 'down', kind, values: puts },
      {
        title: 'Price',
        colour: 'ink',
        isRight: true,
        isDashed: true,
        values: data.map((bucket) => bucket.underlying_price),
      },
    ]
  }, [data, isRunning])
  if (data.length === 0)
    return <Empty next="The lines begin with the first trade.">No trades in this session yet.</Empty>
  return (
    <SeriesChart
      label={`Net option premium of ${symbol} over time`}
      size="tall"
      isTime
      x={x}
      xTitle="New York time"
      xFormat={resolution === '1d' ? dayOf : timeOf}
      format={format.usd}
      rightFormat={format.price}
      series={series}
      sync={TIME_SYNC}
    />
  )
}

/** Charts with this name show the time under the pointer of any of them. */
export const TIME_SYNC = 'time'

export function timeOf(seconds: number): string {
  return format.time(new Date(seconds * 1000).toISOString()).slice(0, 5)
}

function dayOf(seconds: number): string {
  return format.shortDate(new Date(seconds * 1000).toISOString().slice(0, 10))
}

function Totals({ flow: { totals, as_of: asOf } }: { readonly flow: NetFlow }) {
  return (
    <div class="net-flow-totals">
      <Figures>
        <Figure label="Calls bought" field="calls_bought" asOf={asOf} value={format.usd(totals.calls_bought)} />
        <Figure label="Calls sold" field="calls_sold" asOf={asOf} value={format.usd(totals.calls_sold)} />
        <Figure label="Puts bought" field="puts_bought" asOf={asOf} value={format.usd(totals.puts_bought)} />
        <Figure label="Puts sold" field="puts_sold" asOf={asOf} value={format.usd(totals.puts_sold)} />
        <Figure
          label="Net premium"
          field="net_premium"
          asOf={asOf}
          value={format.signedUsd(totals.net_premium)}
          sign={totals.net_premium}
        />
      </Figures>
    </div>
  )
}
