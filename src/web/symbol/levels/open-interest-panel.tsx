import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { WithinDays } from '../../ui/within-days.tsx'
import { rowsByStrike } from './exposure-rows.ts'

/** Open contracts by strike, calls upwards and puts downwards. */
export function OpenInterestPanel({ symbol, maxPain }: { readonly symbol: string; readonly maxPain: number | null }) {
  const [dteMax, setDteMax] = useState(30)
  const query = useAnswer('gamma_exposure', { symbol, dte_max: dteMax, ...useDated() })
  return (
    <Panel title="Open interest" tools={<WithinDays value={dteMax} onChange={setDteMax} />}>
      <Answered of={query}>
        {({ data, underlying_price: price }) => {
          const rows = rowsByStrike(data, price)
          return (
            <SeriesChart
              label={`Open interest of ${symbol} by strike`}
              x={rows.map(({ strike }) => strike)}
              xTitle="Strike"
              xFormat={format.price}
              format={contracts}
              marks={[
                { at: price, title: 'price', colour: 'ink' },
                { at: maxPain, title: 'max pain', colour: 'accent' },
              ]}
              series={[
                { title: 'Calls', colour: 'up', kind: 'bars', values: rows.map((row) => row.call_open_interest) },
                { title: 'Puts', colour: 'down', kind: 'bars', values: rows.map((row) => -row.put_open_interest) },
              ]}
            />
          )
        }}
      </Answered>
    </Panel>
  )
}

/** Puts are drawn downwards: a value below 0 is still a count. */
function contracts(value: number | null): string {
  return format.count(value === null ? null : Math.abs(value))
}
