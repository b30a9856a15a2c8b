import { SeriesChart } from '../../charts/series-chart.tsx'
import { format } from '../../format.ts'
import { Empty } from '../../ui/states.tsx'
import { type ChainRow, smilePoints } from './smile-points.ts'

const OTHER = 'Choose another expiration.'

/** What the chart needs of `options_chain`; the pages and the view in a chat have it. */
export interface SmileChain {
  readonly underlying_price: number | null
  readonly expirations: readonly {
    readonly forward: number | null
    readonly atm_iv: number | null
    readonly dte: number
  }[]
  readonly data: readonly ChainRow[]
}

interface SmileChartProps {
  readonly chain: SmileChain
  readonly symbol: string
  readonly date: string
}

/** Implied volatility of the contracts out of the money. */
export function SmileChart({ chain, symbol, date }: SmileChartProps) {
  const expiration = chain.expirations.at(-1)
  const forward = expiration?.forward ?? chain.underlying_price
  if (!expiration || forward === null) return <Empty next={OTHER}>The forward of this expiration is unknown.</Empty>
  const points = smilePoints(chain.data, { forward, atmIv: expiration.atm_iv, dte: expiration.dte })
  if (points.length === 0) return <Empty next={OTHER}>No strike of this expiration has an implied volatility.</Empty>
  return (
    <SeriesChart
      label={`Implied volatility of ${symbol} by strike, expiring ${format.date(date)}`}
      size="tall"
      x={points.map(({ strike }) => strike)}
      xTitle="Strike"
      xFormat={format.price}
      format={format.decimal}
      marks={[
        { at: chain.underlying_price, title: 'price', colour: 'ink' },
        { at: forward, title: 'forward', colour: 'soft' },
      ]}
      series={[
        { title: 'Puts out of the money', colour: 'down', values: points.map(({ put }) => put) },
        { title: 'Calls out of the money', colour: 'up', values: points.map(({ call }) => call) },
      ]}
    />
  )
}
