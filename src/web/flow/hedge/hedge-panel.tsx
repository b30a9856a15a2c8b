import { useMemo, useState } from 'preact/hooks'
import { addDays } from '../../../lib/time/civil-date.ts'
import { useAnswer } from '../../answer.ts'
import { type ChartSeries, SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDate, useDated } from '../../travel.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { TIME_SYNC, timeOf } from '../net-flow-panel.tsx'
import { type HedgeRange, hedgeRange, runningHedge } from './hedge-lines.ts'

type NetFlow = AnswerOf<'net_flow'>

const RENEW_MS = 15_000
const RANGE_DAYS = 30

/** What hedging the prints of the session takes, over the price, with the totals of the last 30 days. */
export function HedgePanel({ symbol }: { readonly symbol: string }) {
  const dated = useDated()
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const query = useAnswer('net_flow', { symbol, resolution: '5m', ...dated }, { everyMs })
  const [isCompared, setCompared] = useState(false)
  const session = query.answer?.session_date
  const window = session && isCompared ? { from: addDays(session, -RANGE_DAYS), to: addDays(session, -1) } : null
  const days = useAnswer('net_flow', window ? { symbol, resolution: '1d', ...window, ...dated } : null)
  const range = session && days.answer ? hedgeRange(days.answer.data, session) : null
  return (
    <Panel
      title="Delta-hedging flow"
      span={3}
      tools={
        <button type="button" aria-pressed={isCompared} onClick={() => setCompared(!isCompared)}>
          Range of 30 days
        </button>
      }
    >
      <Answered of={query}>{(flow) => <HedgeChart flow={flow} range={range} />}</Answered>
      {isCompared ? <Answered of={days}>{() => null}</Answered> : null}
    </Panel>
  )
}

function HedgeChart({ flow, range }: { readonly flow: NetFlow; readonly range: HedgeRange | null }) {
  const { data, symbol, as_of: asOf } = flow
  const x = useMemo(() => data.map(({ time }) => Date.parse(time) / 1000), [data])
  const running = useMemo(() => runningHedge(data), [data])
  const series = useMemo<readonly ChartSeries[]>(
    () => [
      { title: 'Stock that hedges the prints', colour: 'accent', kind: 'area', values: running },
      { title: 'Price', colour: 'ink', isRight: true, isDashed: true, values: data.map((it) => it.underlying_price) },
    ],
    [data, running],
  )
  const total = running.at(-1) ?? null
  if (total === null)
    return (
      <Empty next="The line begins with the first print of known delta.">
        No print of this session has a known hedge yet.
      </Empty>
    )
  return (
    <>
      <SeriesChart
        label={`Delta-hedging flow of ${symbol} over its price`}
        isTime
        x={x}
        xTitle="New York time"
        xFormat={timeOf}
        format={format.usd}
        rightFormat={format.price}
        series={series}
        sync={TIME_SYNC}
      />
      <Figures>
        <Figure
          label="Since the open"
          field="hedge_flow"
          asOf={asOf}
          value={format.signedUsd(total)}
          sign={total}
          note={total > 0 ? 'dealers buy stock' : 'dealers sell stock'}
        />
        {range ? (
          <Figure
            label="Range of 30 days"
            value={`${format.signedUsd(range.low)} to ${format.signedUsd(range.high)}`}
            note={`${range.sessions} sessions${placeIn(range, total)}`}
          />
        ) : null}
      </Figures>
    </>
  )
}

function placeIn({ low, high }: HedgeRange, total: number): string {
  if (total > high) return ', today is above all'
  return total < low ? ', today is below all' : ', today is within'
}
