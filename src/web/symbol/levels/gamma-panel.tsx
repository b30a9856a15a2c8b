import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format, rangeWords, withinDays } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Explained } from '../../ui/explained.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { WithinDays } from '../../ui/within-days.tsx'
import { dateAt, rowsByExpiration } from './exposure-rows.ts'
import { GammaByStrike, GammaProfile, gammaMarks, REGIMES } from './gamma-charts.tsx'

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
  const marks = gammaMarks(answer)
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
          <GammaByStrike answer={answer} symbol={symbol} marks={marks} />
        ) : (
          <ByExpiration answer={answer} symbol={symbol} />
        )}
        <GammaProfile answer={answer} symbol={symbol} marks={marks} />
      </div>
    </>
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
