import type { LegText } from '../../../analytics/domain/strategies/legs.ts'
import { MAX_LEGS } from '../../../analytics/domain/strategies/legs.ts'
import { isIndexSymbol } from '../../../market/domain/calendar/option-expirations.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { CopyText } from '../../ui/form/copy-text.tsx'
import { Panel } from '../../ui/panel.tsx'
import { parsedLegs } from './chart-view.ts'
import { LegFields } from './leg-fields.tsx'
import type { LegsInHand } from './legs-in-hand.ts'
import { freeStrikes, legText, movedTo, nearestOf } from './wire-legs.ts'

interface LegsPanelProps {
  readonly symbol: string
  readonly hand: LegsInHand
  readonly term: AnswerOf<'iv_term_structure'>
  readonly spot: number
}

/** The legs, each editable, and what is wrong with one. */
export function LegsPanel({ symbol, hand, term, spot }: LegsPanelProps) {
  const { built, problem } = hand
  const texts = built.map(({ text }) => text)
  const put = (index: number, leg: LegText | null) =>
    hand.onLegs(texts.flatMap((text, other) => (other !== index ? [text] : leg ? [legText(leg)] : [])))
  const another = anotherLeg(hand, spot)
  const hasStock = built.some(({ parsed }) => parsed?.contract === null)
  const isFull = built.length >= MAX_LEGS
  return (
    <Panel title="Legs" span={3}>
      <ol class="legs">
        {built.map((each, index) => (
          <LegFields
            // Legs have no identity beyond their place.
            key={index}
            place={index}
            built={each}
            hand={hand}
            expirations={term.points}
            error={problem?.fields[`legs.${index}`]}
            onLeg={(leg) => put(index, leg)}
          />
        ))}
      </ol>
      {problem?.fields['legs'] ? (
        <p class="error" role="alert">
          Legs: {problem.fields['legs']}
        </p>
      ) : null}
      <p class="row">
        <button
          type="button"
          disabled={isFull || !another}
          onClick={() => (another ? hand.onLegs([...texts, legText(another)]) : undefined)}
        >
          Add a leg
        </button>
        {hasStock || isIndexSymbol(symbol) ? null : (
          <button type="button" disabled={isFull} onClick={() => hand.onLegs([...texts, '100 stock'])}>
            Add 100 shares
          </button>
        )}
        <button type="button" onClick={() => hand.onLegs([])}>
          Clear
        </button>
        {isFull ? <span class="quiet">{format.whole(MAX_LEGS)} legs at most.</span> : null}
      </p>
      <CopyText label="Address of this strategy" text={location.href} />
    </Panel>
  )
}

/** One more call, at the free strike nearest to the price. */
function anotherLeg({ built, chains }: LegsInHand, spot: number): LegText | null {
  const legs = parsedLegs(built.map(({ text }) => text))
  const model = legs.find(({ contract }) => contract)
  if (!model?.contract) return null
  const call: LegText = { quantity: 1, price: null, contract: { ...model.contract, optionType: 'call' } }
  const strike = nearestOf(freeStrikes(call, legs, chains), spot)
  return strike === undefined ? null : movedTo(call, strike)
}
