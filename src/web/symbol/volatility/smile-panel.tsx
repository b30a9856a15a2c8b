import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { ExpirationSelect } from '../expiration-select.tsx'
import { smilePoints } from './smile-points.ts'

type Chain = AnswerOf<'options_chain'>
type Term = AnswerOf<'iv_term_structure'>

/** The nearest expiration at least a month away has a typical shape. */
const USUAL_DTE = 25

/** Implied volatility over the strikes of one expiration. */
export function SmilePanel({ symbol, term }: { readonly symbol: string; readonly term: Term }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const usual = term.points.find(({ dte }) => dte >= USUAL_DTE) ?? term.points.at(-1)
  const date = chosen ?? usual?.expiration_date
  const query = useAnswer(
    'options_chain',
    date === undefined
      ? null
      : { symbol, expiration_date: date, fields: ['strike', 'option_type', 'implied_volatility'], ...useDated() },
  )
  if (date === undefined) return <Empty>No listed expirations.</Empty>
  return (
    <Panel
      title="Smile"
      tools={<ExpirationSelect expirations={term.points} value={date} onChange={setChosen} label="Expiration" />}
    >
      <Answered of={query}>{(chain) => <SmileChart chain={chain} symbol={symbol} date={date} />}</Answered>
    </Panel>
  )
}

interface SmileChartProps {
  readonly chain: Chain
  readonly symbol: string
  readonly date: string
}

function SmileChart({ chain, symbol, date }: SmileChartProps) {
  const expiration = chain.expirations.at(-1)
  const forward = expiration?.forward ?? chain.underlying_price
  if (!expiration || forward === null) return <Empty>The forward of this expiration is unknown.</Empty>
  const points = smilePoints(chain.data, { forward, atmIv: expiration.atm_iv, dte: expiration.dte })
  if (points.length === 0) return <Empty>No strike of this expiration has an implied volatility.</Empty>
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
