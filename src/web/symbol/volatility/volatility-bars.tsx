import './volatility-bars.css'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Explained } from '../../ui/explained.tsx'

type Term = AnswerOf<'iv_term_structure'>

const IMPLIED = [
  ['iv30', 'Implied, 30 days'],
  ['iv60', 'Implied, 60 days'],
  ['iv90', 'Implied, 90 days'],
] as const
const REALIZED = [
  ['rv10', 'Realized, 10 sessions'],
  ['rv20', 'Realized, 20 sessions'],
  ['rv30', 'Realized, 30 sessions'],
  ['rv60', 'Realized, 60 sessions'],
] as const

/** Implied and realized volatility on one scale. */
export function VolatilityBars({ term }: { readonly term: Term }) {
  const largest = Math.max(...[...IMPLIED, ...REALIZED].map(([field]) => term[field] ?? 0))
  const bar = (field: (typeof IMPLIED | typeof REALIZED)[number][0], title: string, kind: 'implied' | 'realized') => (
    <>
      <dt>
        <Explained field={field} asOf={term.as_of}>
          {title}
        </Explained>
      </dt>
      <dd>
        <i data-kind={kind} style={{ '--share': `${(100 * (term[field] ?? 0)) / largest}%` }} />
        <b>{format.decimal(term[field])}</b>
      </dd>
    </>
  )
  return (
    <dl class="volatility-bars">
      {IMPLIED.map(([field, title]) => bar(field, title, 'implied'))}
      {REALIZED.map(([field, title]) => bar(field, title, 'realized'))}
    </dl>
  )
}
