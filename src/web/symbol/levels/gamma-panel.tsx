import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { type Mark, SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format, rangeWords, withinDays } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Explained } from '../../ui/explained.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { WithinDays } from '../../ui/within-days.tsx'
import { dateAt, rowsByExpiration, rowsByStrike } from './exposure-rows.ts'

type Gamma = AnswerOf<'gamma_exposure'>

const GROUPS = [
  ['strike', 'By strike'],
  ['expiration', 'By expiration'],
] as const

/** Gamma by strike with the walls, or by expiration, and its profile over prices with the flip. */
export function GammaPanel({ symbol, everyMs }: { readonly symbol: string; readonly everyMs: number | undefined }) {
  const [dteMax, setDteMax] = useState(30)
  const [group, setGroup] = useState<'strike' | 'expiration'>('strike')
  const input = { symbol, dte_max: dteMax, group_by: group, ...useDated() }
  const query = useAnswer('gamma_exposure', input, { everyMs })
  return (
    <Panel
      title="Gamma exposure"
      span={3}
      tools={
        <>
          <Switch label="Group gamma exposure" options={GROUPS} value={group} onChange={setGroup} />
          <WithinDays value={dteMax} onChange={setDteMax} />
        </>
      }
    >
      <Answered of={query}>
        {(answer) => <GammaCharts answer={answer} symbol={symbol} group={group} dteMax={dteMax} />}
      </Answered>
    </Panel>
  )
}

interface GammaChartsProps {
  readonly answer: Gamma
  readonly symbol: string
  readonly group: 'strike' | 'expiration'
  readonly dteMax: number
}

function GammaCharts({ answer, symbol, group, dteMax }: GammaChartsProps) {
  const marks = marksOf(answer)
  return (
    <>
      <p class="quiet">
        <Explained field="net_gex" asOf={answer.as_of}>
          Net GEX
        </Explained>{' '}
        ({withinDays(dteMax)}) <b>{format.signedUsd(answer.net_gex)}</b>
        {rangeWords(answer.net_gex_range, format.signedUsd)} per 1 % move:{' '}
        <Explained field="call_gex" asOf={answer.as_of}>
          calls
        </Explained>{' '}
        {format.signedUsd(answer.call_gex)},{' '}
        <Explained field="put_gex" asOf={answer.as_of}>
          puts
        </Explained>{' '}
        {format.signedUsd(answer.put_gex)}. {REGIMES[answer.gamma_regime ?? 'unknown']}
      </p>
      <div class="pair">
        {group === 'strike' ? (
          <ByStrike answer={answer} symbol={symbol} marks={marks} />
        ) : (
          <ByExpiration answer={answer} symbol={symbol} />
        )}
        <SeriesChart
          label={`Net gamma exposure of ${symbol} at other prices`}
          x={answer.profile.map((point) => point.underlying_price)}
          xTitle="Profile: net at other prices of the underlying"
          xFormat={format.price}
          format={format.usd}
          marks={marks}
          series={[
            { title: 'Net', colour: 'accent', kind: 'area', values: answer.profile.map((point) => point.net_gex) },
          ]}
        />
      </div>
    </>
  )
}

const REGIMES = {
  positive: 'Positive gamma: hedging dampens moves.',
  negative: 'Negative gamma: hedging amplifies moves.',
  unknown: '',
} as const

function marksOf(answer: Gamma): readonly Mark[] {
  return [
    { at: answer.underlying_price, title: 'price', colour: 'ink' },
    { at: answer.call_wall, range: answer.call_wall_range, title: 'call wall', colour: 'up' },
    { at: answer.put_wall, range: answer.put_wall_range, title: 'put wall', colour: 'down' },
    { at: answer.gamma_flip, range: answer.gamma_flip_range, title: 'flip', colour: 'warm' },
  ]
}

interface ByStrikeProps {
  readonly answer: Gamma
  readonly symbol: string
  readonly marks: readonly Mark[]
}

function ByStrike({ answer, symbol, marks }: ByStrikeProps) {
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

function ByExpiration({ answer, symbol }: { readonly answer: Gamma; readonly symbol: string }) {
  const rows = rowsByExpiration(answer.data)
  return (
    <SeriesChart
      label={`Gamma exposure of ${symbol} by expiration`}
      x={rows.map((_row, index) => index)}
      xTitle="Expiration"
      xFormat={dateAt(rows)}
      format={format.usd}
      series={[
        { title: 'Calls', colour: 'up', kind: 'bars', values: rows.map((row) => row.call_gex) },
        { title: 'Puts', colour: 'down', kind: 'bars', values: rows.map((row) => row.put_gex) },
      ]}
    />
  )
}
