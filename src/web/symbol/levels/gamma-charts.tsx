import { type Mark, SeriesChart } from '../../charts/series-chart.tsx'
import { format } from '../../format.ts'
import { rowsByStrike } from './exposure-rows.ts'

/** What the charts need of `gamma_exposure`; the pages and the view in a chat have it. */
export interface GammaOfStrikes {
  readonly underlying_price: number | null
  readonly call_wall: number | null
  readonly put_wall: number | null
  readonly gamma_flip: number | null
  readonly call_wall_range?: Mark['range']
  readonly put_wall_range?: Mark['range']
  readonly gamma_flip_range?: Mark['range']
  readonly data: readonly {
    readonly strike: number | null
    readonly expiration_date: string | null
    readonly call_gex: number | null
    readonly put_gex: number | null
  }[]
  readonly profile: readonly { readonly underlying_price: number; readonly net_gex: number | null }[]
}

interface GammaChartProps {
  readonly answer: GammaOfStrikes
  readonly symbol: string
  readonly marks: readonly Mark[]
}

export const REGIMES = {
  positive: 'Positive gamma: hedging dampens moves.',
  negative: 'Negative gamma: hedging amplifies moves.',
  unknown: '',
} as const

export function gammaMarks(answer: GammaOfStrikes): readonly Mark[] {
  return [
    { at: answer.underlying_price, title: 'price', colour: 'ink' },
    { at: answer.call_wall, range: answer.call_wall_range, title: 'call wall', colour: 'up' },
    { at: answer.put_wall, range: answer.put_wall_range, title: 'put wall', colour: 'down' },
    { at: answer.gamma_flip, range: answer.gamma_flip_range, title: 'flip', colour: 'warm' },
  ]
}

export function GammaByStrike({ answer, symbol, marks }: GammaChartProps) {
  const rows = rowsByStrike(answer.data, answer.underlying_price)
  return (
    <SeriesChart
      label={`Gamma exposure of ${symbol} by strike`}
      x={rows.map(({ strike }) => strike)}
      xTitle="Strike"
      xFormat={format.price}
      format={format.usd}
      marks={marks}
      series={[
        { title: 'Calls', colour: 'up', kind: 'bars', values: rows.map((row) => row.call_gex) },
        { title: 'Puts', colour: 'down', kind: 'bars', values: rows.map((row) => row.put_gex) },
      ]}
    />
  )
}

/** The net exposure at other prices of the underlying. */
export function GammaProfile({ answer, symbol, marks }: GammaChartProps) {
  return (
    <SeriesChart
      label={`Net gamma exposure of ${symbol} at other prices`}
      x={answer.profile.map((point) => point.underlying_price)}
      xTitle="Profile: net at other prices of the underlying"
      xFormat={format.price}
      format={format.usd}
      marks={marks}
      series={[{ title: 'Net', colour: 'accent', kind: 'area', values: answer.profile.map((point) => point.net_gex) }]}
    />
  )
}
