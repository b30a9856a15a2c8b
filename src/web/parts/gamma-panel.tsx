import { useState } from 'preact/hooks'
import { useAnswer } from '../answer.ts'
import { type Mark, SeriesChart } from '../charts/series-chart.tsx'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { useDated } from '../travel.ts'
import { Panel } from './panel.tsx'
import { Answered } from './states.tsx'

/** Strikes further from the price than this share of it carry nothing that could be seen. */
const SHOWN_SHARE = 0.15
const WITHIN = [7, 30, 90, 3650] as const

/** Gamma by strike with the walls, and its profile over prices with the flip. */
export function GammaPanel({ symbol }: { readonly symbol: string }) {
  const [dteMax, setDteMax] = useState<number>(30)
  const asked = useAnswer('gamma_exposure', { symbol, dte_max: dteMax, ...useDated() })
  return (
    <Panel
      title="Gamma exposure, USD per 1 % move"
      span={3}
      tools={
        <label class="row">
          Expirations within{' '}
          <select value={dteMax} onChange={(event) => setDteMax(Number(event.currentTarget.value))}>
            {WITHIN.map((days) => (
              <option key={days} value={days}>
                {days === 3650 ? 'all' : `${days} days`}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Answered of={asked}>{(answer) => <GammaCharts answer={answer} symbol={symbol} />}</Answered>
    </Panel>
  )
}

function GammaCharts({ answer, symbol }: { readonly answer: AnswerOf<'gamma_exposure'>; readonly symbol: string }) {
  const rows = byStrike(answer)
  const marks: readonly Mark[] = [
    { at: answer.underlying_price, title: 'price', colour: 'ink' },
    { at: answer.call_wall, title: 'call wall', colour: 'up' },
    { at: answer.put_wall, title: 'put wall', colour: 'down' },
    { at: answer.gamma_flip, title: 'flip', colour: 'warm' },
  ]
  return (
    <div class="pair">
      <SeriesChart
        label={`Gamma exposure of ${symbol} by strike`}
        x={rows.map(({ strike }) => strike)}
        xTitle="Strike"
        xFormat={format.price}
        format={format.usd}
        marks={marks}
        series={[
          { title: 'Calls', colour: 'up', kind: 'bars', values: rows.map((row) => row.calls) },
          { title: 'Puts', colour: 'down', kind: 'bars', values: rows.map((row) => row.puts) },
        ]}
      />
      <SeriesChart
        label={`Net gamma exposure of ${symbol} at other prices`}
        x={answer.profile.map((point) => point.underlying_price)}
        xTitle="Price of the underlying"
        xFormat={format.price}
        format={format.usd}
        marks={marks}
        series={[
          { title: 'Net', colour: 'accent', kind: 'area', values: answer.profile.map((point) => point.net_gex) },
        ]}
      />
    </div>
  )
}

interface StrikeRow {
  readonly strike: number
  readonly calls: number | null
  readonly puts: number | null
}

function byStrike({ data, underlying_price: price }: AnswerOf<'gamma_exposure'>): StrikeRow[] {
  const near = (strike: number) => price === null || Math.abs(strike - price) <= price * SHOWN_SHARE
  return data
    .flatMap((row) =>
      'strike' in row && typeof row.strike === 'number' && near(row.strike)
        ? [{ strike: row.strike, calls: row.call_gex, puts: row.put_gex }]
        : [],
    )
    .sort((a, b) => a.strike - b.strike)
}
