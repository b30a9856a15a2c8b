import { type ChartSeries, SeriesChart } from '../../charts/series-chart.tsx'
import { format } from '../../format.ts'

/** What the chart needs of a point of `iv_term_structure`; the pages and the view in a chat have it. */
export interface TermPoint {
  readonly dte: number
  readonly atm_iv: number | null
  readonly atm_iv_range?: { readonly low: number; readonly high: number } | null | undefined
}

interface TermChartProps {
  readonly points: readonly TermPoint[]
  readonly symbol: string
}

export function TermChart({ points, symbol }: TermChartProps) {
  return (
    <SeriesChart
      label={`Implied volatility of ${symbol} at the money by days to expiration`}
      size="tall"
      x={points.map(({ dte }) => dte)}
      xTitle="Days to expiration"
      xFormat={format.whole}
      format={format.decimal}
      series={[
        ...rangeSeries(points),
        {
          title: 'At the money',
          colour: 'accent',
          kind: 'joined',
          values: points.map(({ atm_iv: volatility }) => volatility),
        },
      ]}
    />
  )
}

/** What the quotes leave open, where the answer says it. */
function rangeSeries(points: readonly TermPoint[]): readonly ChartSeries[] {
  if (points.every(({ atm_iv_range: range }) => !range)) return []
  return [
    {
      title: 'Lowest by the quotes',
      colour: 'soft',
      kind: 'line',
      values: points.map(({ atm_iv_range: range }) => range?.low ?? null),
    },
    {
      title: 'Highest by the quotes',
      colour: 'soft',
      kind: 'line',
      values: points.map(({ atm_iv_range: range }) => range?.high ?? null),
    },
  ]
}
