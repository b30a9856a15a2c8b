import { eventWords } from '../../../analytics/domain/distribution/price-event.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Explained } from '../../ui/explained.tsx'
import { chanceInDensity, eventOf, type LevelTexts } from './price-levels.ts'

type Probability = AnswerOf<'probability'>

interface ChanceWordsProps {
  readonly density: Pick<Probability, 'symbol' | 'target_date' | 'density'>
  readonly levels: LevelTexts
  /** What the service answers for these levels; null while they move. */
  readonly exact: Probability | null
}

/** The chance of the levels to close beyond them, and to be touched before. */
export function ChanceWords({ density: { symbol, target_date: date, density }, levels, exact }: ChanceWordsProps) {
  const event = eventOf(levels)
  const words = eventWords(event, date)
  if (words === null) return <p>Drag a level, or enter a price, or two, for the chance to end there.</p>
  if (exact === null) {
    return (
      <p>
        The chance that {symbol} {words} is about <b>{format.decimal(chanceInDensity(density, event))}</b>.
      </p>
    )
  }
  const { touch } = exact
  return (
    <>
      <p>
        The chance that {symbol} {exact.event} is <b>{format.decimal(exact.probability)}</b>; at one volatility it would
        be {format.decimal(exact.probability_lognormal)}.
      </p>
      {touch === null ? null : (
        <p>
          To touch {format.price(touch.price)} before: <b>{format.decimal(touch.probability)}</b>, beside{' '}
          <Explained field="close_beyond">{format.decimal(touch.close_beyond)} to end beyond it</Explained>. No model
          that agrees with the option prices has{' '}
          <Explained field="upper_bound">more than {format.decimal(touch.upper_bound)}</Explained>.
        </p>
      )}
    </>
  )
}
