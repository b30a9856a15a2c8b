import './idea-cells.css'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { placeOnTrack } from './idea-track.ts'

export type Idea = AnswerOf<'trade_idea'>

export const DIRECTION_KINDS = { bullish: 'up', bearish: 'down', neutral: 'none' } as const

export function DirectionBadge({ direction }: Pick<Idea, 'direction'>) {
  return (
    <span class="badge" data-kind={DIRECTION_KINDS[direction]}>
      {direction}
    </span>
  )
}

export function Confidence({ confidence }: Pick<Idea, 'confidence'>) {
  return (
    <>
      <i class="idea-confidence" style={{ '--share': `${100 * confidence}%` }} />
      {format.decimal(confidence, 0)}
    </>
  )
}

/** The range from stop to target, with the entry between its colours and the price as a mark. */
export function IdeaTrack({ idea }: { readonly idea: Idea }) {
  const percent = (price: number) => `${100 * placeOnTrack(idea, price)}%`
  const price = idea.exit_price ?? idea.current_price
  const [from, to] = idea.direction === 'neutral' ? ['lower end', 'upper end'] : ['stop', 'target']
  return (
    <span
      class="idea-track"
      data-direction={idea.direction}
      role="img"
      aria-label={`${format.price(price)} between ${from} ${format.price(idea.stop_price)} and ${to} ${format.price(idea.target_price)}, entry ${format.price(idea.entry_price)}`}
      style={{ '--entry': percent(idea.entry_price), '--at': percent(price) }}
    >
      <i />
    </span>
  )
}

const OUTCOMES: Readonly<Record<NonNullable<Idea['outcome']>, string>> = {
  target: 'target reached',
  stop: 'stopped out',
  range_left: 'range left',
  range_held: 'range held',
  horizon: 'horizon passed',
}

export function outcomeWords({ outcome, status }: Pick<Idea, 'outcome' | 'status'>): string {
  return outcome === null ? status : OUTCOMES[outcome]
}

export function signedR(value: number | null): string {
  return value === null ? format.ratio(null) : `${format.change(value)} R`
}
