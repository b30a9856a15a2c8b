import { useMemo, useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { HeatMap } from '../../charts/heat-map.tsx'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'

type Matrix = NonNullable<AnswerOf<'gamma_exposure'>['matrix']>

const GREEKS = [
  ['gamma', 'Gamma'],
  ['delta', 'Delta'],
  ['vanna', 'Vanna'],
  ['charm', 'Charm'],
  ['open_interest_change', 'OI change'],
] as const

/** Exposure by strike and expiration, and by strike for one of them. */
export function MatrixPanel({ symbol, everyMs }: { readonly symbol: string; readonly everyMs: number | undefined }) {
  const [greek, setGreek] = useState<(typeof GREEKS)[number][0]>('gamma')
  const input = { symbol, greek, group_by: 'strike_expiration', strikes_around: 30, ...useDated() } as const
  const query = useAnswer('gamma_exposure', input, { everyMs })
  return (
    <Panel
      title="By strike and expiration"
      span={3}
      tools={<Switch label="Exposure by strike and expiration" options={GREEKS} value={greek} onChange={setGreek} />}
    >
      <Answered of={query}>
        {({ matrix, underlying_price: price }) =>
          matrix && matrix.expirations.length > 0 ? (
            <MatrixCharts symbol={symbol} matrix={matrix} price={price} />
          ) : (
            <Empty next="Choose another symbol or date.">{symbol} has no listed expirations.</Empty>
          )
        }
      </Answered>
    </Panel>
  )
}

interface MatrixChartsProps {
  readonly symbol: string
  readonly matrix: Matrix
  readonly price: number | null
}

function MatrixCharts({ symbol, matrix, price }: MatrixChartsProps) {
  const { strikes, expirations, values, greek } = matrix
  const [chosen, setChosen] = useState(0)
  const place = Math.min(chosen, expirations.length - 1)
  const names = expirations.map(
    ({ expiration_date: date, settlement }) => `${format.shortDate(date)}${settlement === 'am' ? ' AM' : ''}`,
  )
  const columns = useMemo(
    () => expirations.map((_each, column) => strikes.map((_strike, row) => values[row]?.[column] ?? null)),
    [matrix],
  )
  const line = useMemo(() => expirations.map(() => price), [matrix, price])
  const text = greek === 'open_interest_change' ? format.count : format.signedUsd
  return (
    <div class="pair">
      <HeatMap
        label={`Exposure of ${symbol} by strike and expiration: ${matrix.unit}; the line is the price`}
        columns={names}
        rows={strikes}
        values={columns}
        format={text}
        rowFormat={format.strike}
        line={line}
        marked={place}
        onColumn={setChosen}
      />
      <div>
        <label class="row">
          Expiration{' '}
          <select value={place} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {names.map((name, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <SeriesChart
          label={`Exposure of ${symbol} by strike, expiring ${names[place]}`}
          size="tall"
          x={strikes}
          xTitle="Strike"
          xFormat={format.strike}
          format={text}
          series={[{ title: matrix.unit, colour: 'accent', kind: 'bars', values: columns[place] ?? [] }]}
          marks={[{ at: price, title: 'price', colour: 'ink' }]}
        />
      </div>
    </div>
  )
}
