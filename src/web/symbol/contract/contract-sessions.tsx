import { useMemo, useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { type ChartSeries, SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { pathTo } from '../../paths.ts'
import { useDated } from '../../travel.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Answered, Empty } from '../../ui/states.tsx'

const LENGTHS = [
  ['10', '10 sessions'],
  ['30', '30 sessions'],
] as const
type Length = (typeof LENGTHS)[number][0]

const FIGURES = [
  ['mid', 'Price'],
  ['implied_volatility', 'IV'],
  ['open_interest', 'Open interest'],
  ['delta', 'Delta'],
  ['gamma', 'Gamma'],
  ['theta', 'Theta'],
  ['vega', 'Vega'],
] as const
type Figure = (typeof FIGURES)[number][0]

const TEXTS: Readonly<Record<Figure, (value: number | null) => string>> = {
  mid: format.price,
  implied_volatility: (value) => format.decimal(value),
  open_interest: format.count,
  delta: (value) => format.ratio(value, 3),
  gamma: format.greek,
  theta: (value) => format.ratio(value, 3),
  vega: (value) => format.ratio(value, 3),
}

interface ContractSessionsProps {
  readonly symbol: string
  readonly optionSymbol: string
  readonly title: string
}

/** A contract over the sessions before this one: price, volatility, open interest and greeks. Gaps stay gaps. */
export function ContractSessions({ symbol, optionSymbol, title }: ContractSessionsProps) {
  const [length, setLength] = useState<Length>('10')
  const query = useAnswer('contract_history', {
    symbol,
    option_symbol: optionSymbol.trim(),
    sessions: Number(length),
    ...useDated(),
  })
  return (
    <>
      <h3>Over the sessions</h3>
      <Switch label="Sessions" options={LENGTHS} value={length} onChange={setLength} />
      <Answered of={query}>
        {({ data }) =>
          data.filter((session) => session.is_known).length < 2 ? (
            <Empty next={<a href={pathTo('symbolChain', { symbol })}>Choose another one in the chain</a>}>
              No earlier session with this contract is stored.
            </Empty>
          ) : (
            <SessionsChart data={data} title={title} />
          )
        }
      </Answered>
    </>
  )
}

interface SessionsChartProps {
  readonly data: AnswerOf<'contract_history'>['data']
  readonly title: string
}

function SessionsChart({ data, title }: SessionsChartProps) {
  const [shown, setShown] = useState<Figure>('mid')
  const name = FIGURES.find(([figure]) => figure === shown)?.[1] ?? ''
  const x = useMemo(() => data.map(({ date }) => Date.parse(date) / 1000), [data])
  const series = useMemo<readonly ChartSeries[]>(
    () => [{ title: name, colour: 'accent', kind: 'joined', values: data.map((session) => session[shown]) }],
    [data, name, shown],
  )
  const unknown = data.filter((session) => !session.is_known).length
  return (
    <>
      <Switch label="Figure over the sessions" options={FIGURES} value={shown} onChange={setShown} />
      <SeriesChart
        label={`${name} of ${title} by session`}
        isTime
        x={x}
        xTitle="At the last chain of each session"
        xFormat={(seconds) => format.shortDate(new Date(seconds * 1000).toISOString().slice(0, 10))}
        format={TEXTS[shown]}
        series={series}
        joinsGaps={false}
      />
      {unknown > 0 ? (
        <p class="quiet">{unknown === 1 ? '1 session is' : `${unknown} sessions are`} not stored and left open.</p>
      ) : null}
    </>
  )
}
