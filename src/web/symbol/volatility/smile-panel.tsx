import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import type { AnswerOf } from '../../client.ts'
import { useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { ExpirationSelect } from '../expiration-select.tsx'
import { SmileChart } from './smile-chart.tsx'

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
  if (date === undefined) return <Empty next="Choose another symbol or date.">No listed expirations.</Empty>
  return (
    <Panel
      title="Smile"
      tools={<ExpirationSelect expirations={term.points} value={date} onChange={setChosen} label="Expiration" />}
    >
      <Answered of={query}>{(chain) => <SmileChart chain={chain} symbol={symbol} date={date} />}</Answered>
    </Panel>
  )
}
