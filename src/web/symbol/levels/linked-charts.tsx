import { useMemo } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import type { Crosshair } from '../../charts/crosshair.ts'
import { type ChartSeries, SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { runningHedge } from '../../flow/hedge/hedge-lines.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Answered } from '../../ui/states.tsx'

/** Charts below the prices whose pointer moves with that of the prices. */

interface LinkedVolatilityProps {
  readonly symbol: string
  /** Calendar days of the prices. */
  readonly days: number
  readonly crosshair: Crosshair
}

const SESSIONS_A_YEAR = 252
const DAYS_A_YEAR = 365

/** Implied volatility at 30 days by session. */
export function LinkedVolatility({ symbol, days, crosshair }: LinkedVolatilityProps) {
  const sessions = Math.min(SESSIONS_A_YEAR, Math.round((days * SESSIONS_A_YEAR) / DAYS_A_YEAR))
  const query = useAnswer('metric_history', { symbol, metric: 'iv30', sessions, ...useDated() })
  return (
    <Answered of={query}>
      {({ data }) => <VolatilityChart data={data} symbol={symbol} crosshair={crosshair} />}
    </Answered>
  )
}

interface VolatilityChartProps {
  readonly symbol: string
  readonly data: AnswerOf<'metric_history'>['data']
  readonly crosshair: Crosshair
}

function VolatilityChart({ symbol, data, crosshair }: VolatilityChartProps) {
  const x = useMemo(() => data.map(({ date }) => Date.parse(date) / 1000), [data])
  const series = useMemo<readonly ChartSeries[]>(
    () => [{ title: 'IV 30', colour: 'accent', values: data.map(({ value }) => value) }],
    [data],
  )
  return (
    <SeriesChart
      label={`Implied volatility of ${symbol} at 30 days, by session`}
      isTime
      x={x}
      xTitle="Session"
      xFormat={(seconds) => format.shortDate(new Date(seconds * 1000).toISOString().slice(0, 10))}
      format={format.decimal}
      series={series}
      size="small"
      joinsGaps={false}
      crosshair={crosshair}
    />
  )
}

interface LinkedHedgeProps {
  readonly symbol: string
  readonly buckets: AnswerOf<'net_flow'>['data']
  readonly crosshair: Crosshair
}

/** The stock that hedging the prints takes, added up over the buckets of the prices. */
export function LinkedHedge({ symbol, buckets, crosshair }: LinkedHedgeProps) {
  const x = useMemo(() => buckets.map(({ time }) => Date.parse(time) / 1000), [buckets])
  const series = useMemo<readonly ChartSeries[]>(
    () => [{ title: 'Delta-hedging flow', colour: 'accent', kind: 'area', values: runningHedge(buckets) }],
    [buckets],
  )
  return (
    <SeriesChart
      label={`Delta-hedging flow of ${symbol} over the time of the prices`}
      isTime
      x={x}
      xTitle="New York time"
      xFormat={(seconds) => format.dateTime(new Date(seconds * 1000).toISOString())}
      format={format.usd}
      series={series}
      size="small"
      crosshair={crosshair}
    />
  )
}
