import { parseLeg } from '../../../analytics/domain/strategies/legs.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { pathTo } from '../../paths.ts'
import { useDate } from '../../travel.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { templateTitle } from '../strategy/template-picture.ts'
import { PayoffSketch } from './payoff-sketch.tsx'

type Answer = AnswerOf<'find_strategies'>

interface StrategyCardProps {
  readonly of: Answer
  readonly found: Answer['data'][number]
}

/** One found structure: what it pays, what it risks, and how to change it. */
export function StrategyCard({ of: { symbol, thesis, as_of: asOf }, found }: StrategyCardProps) {
  const date = useDate()
  const { rank, strategy, legs, cost, probability_implied: implied } = found
  return (
    <Panel
      title={`${rank}. ${templateTitle(strategy)}`}
      tools={<a href={pathTo('symbolStrategy', { symbol }, { legs: legs.join(','), date })}>Open in the builder</a>}
    >
      <PayoffSketch strategy={strategy} legs={legs} target={thesis.price} />
      <ul class="found-legs">
        {legs.map((leg) => (
          <li key={leg}>{legWords(leg)}</li>
        ))}
      </ul>
      <Figures>
        <Figure
          label={(cost ?? 0) < 0 ? 'Credit' : 'Debit'}
          field="cost"
          asOf={asOf}
          value={format.usd(cost === null ? null : Math.abs(cost))}
        />
        <Figure label="Max loss" field="max_loss" asOf={asOf} value={format.usd(found.max_loss)} />
        <Figure
          label="Max profit"
          field="max_profit"
          asOf={asOf}
          value={found.max_profit === null ? 'unlimited' : format.usd(found.max_profit)}
        />
        <Figure
          label="If right"
          field="profit_at_target"
          asOf={asOf}
          value={format.signedUsd(found.profit_at_target)}
          sign={found.profit_at_target}
        />
        <Figure
          label="Expected"
          field="expected_profit"
          asOf={asOf}
          value={format.signedUsd(found.expected_profit)}
          sign={found.expected_profit}
          note="under the thesis"
        />
        <Figure
          label="Chance of profit"
          field="probability_of_profit"
          asOf={asOf}
          value={format.decimal(found.probability_of_profit, 0)}
          note={`${format.decimal(implied, 0)} as options price it`}
        />
        <Figure
          label="Break-evens"
          field="break_evens"
          asOf={asOf}
          value={found.break_evens.map(format.price).join(', ') || '–'}
        />
        <Figure
          label="Margin"
          field="buying_power"
          asOf={asOf}
          value={format.usd(found.buying_power)}
          note="Reg-T estimate"
        />
      </Figures>
    </Panel>
  )
}

function legWords(text: string): string {
  const leg = parseLeg(text)
  if (typeof leg === 'string' || leg.contract === null) return text
  const { quantity, contract, price } = leg
  const act = quantity > 0 ? 'Buy' : 'Sell'
  const { strike, optionType, expirationDate } = contract
  return `${act} ${Math.abs(quantity)} ${format.strike(strike)} ${optionType}, ${format.shortDate(expirationDate)}, at ${format.price(price)}`
}
