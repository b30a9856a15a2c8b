import { useState } from 'preact/hooks'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { stateWords } from './volatility-words.ts'

const REACHES = [
  ['90', '90 days'],
  ['365', '1 year'],
  ['10000', 'All'],
] as const

/** Implied volatility at the money over the time to expiration. */
export function TermStructurePanel({ term }: { readonly term: AnswerOf<'iv_term_structure'> }) {
  const [reach, setReach] = useState<(typeof REACHES)[number][0]>('365')
  const points = term.points.filter(({ dte, atm_iv: volatility }) => dte <= Number(reach) && volatility !== null)
  return (
    <Panel
      title="Term structure"
      tools={<Switch label="Range of the term structure" options={REACHES} value={reach} onChange={setReach} />}
    >
      <p class="quiet">{stateWords(term.state)}</p>
      <SeriesChart
        label={`Implied volatility of ${term.symbol} at the money by days to expiration`}
        size="tall"
        x={points.map(({ dte }) => dte)}
        xTitle="Days to expiration"
        xFormat={format.whole}
        format={format.decimal}
        series={[
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
          {
            title: 'At the money',
            colour: 'accent',
            kind: 'joined',
            values: points.map(({ atm_iv: volatility }) => volatility),
          },
        ]}
      />
    </Panel>
  )
}
