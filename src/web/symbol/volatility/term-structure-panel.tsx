import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../client.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TermChart } from './term-chart.tsx'
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
      <TermChart points={points} symbol={term.symbol} />
    </Panel>
  )
}
