import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { StrategyPicture } from './strategy-picture.ts'

interface FiguresPanelProps {
  readonly picture: StrategyPicture
  /** Null while a leg moves: then the figures are those of the browser. */
  readonly analysis: AnswerOf<'strategy_analysis'> | null
  readonly asOf: string
}

/** The key figures of the strategy, of the legs as they are drawn. */
export function FiguresPanel({ picture, analysis, asOf }: FiguresPanelProps) {
  const { costs, limits, greeks, margin, probabilityOfProfit } = picture
  const cost = costs.atPrices
  const implied = analysis?.outcomes.find(({ measure }) => measure === 'implied')?.probability_of_profit
  const chance = implied ?? probabilityOfProfit
  const { maxProfit, maxLoss, maxProfitUnlimited, maxLossUnlimited } = limits
  return (
    <Panel title={analysis ? strategyTitle(analysis.strategy) : 'Key figures'}>
      <Figures>
        <Figure
          label={cost < 0 ? 'Credit' : 'Debit'}
          field="cost"
          asOf={asOf}
          value={format.price(Math.abs(cost))}
          note={cost < 0 ? 'received, USD' : 'paid, USD'}
        />
        <Figure
          label="Max profit"
          note="USD"
          field="max_profit"
          asOf={asOf}
          value={maxProfitUnlimited ? 'unlimited' : format.change(maxProfit)}
          sign={maxProfitUnlimited ? 1 : maxProfit}
        />
        <Figure
          label="Max loss"
          note="USD"
          field="max_loss"
          asOf={asOf}
          value={maxLossUnlimited ? 'unlimited' : format.change(maxLoss)}
          sign={maxLossUnlimited ? -1 : maxLoss}
        />
        <Figure
          label="Break-evens"
          field="break_evens"
          asOf={asOf}
          value={limits.breakEvens.length === 0 ? 'none' : limits.breakEvens.map(format.price).join(', ')}
        />
        <Figure
          label="Chance of profit"
          field="probability_of_profit"
          asOf={asOf}
          value={format.decimal(chance)}
          note="risk-neutral, at expiration"
        />
        <Figure
          label="Margin"
          field="requirement"
          asOf={asOf}
          value={format.usd(margin.requirement)}
          note="Reg-T estimate"
        />
        <Figure label="Delta" field="delta" asOf={asOf} value={format.ratio(greeks.delta, 1)} note="shares" />
        <Figure label="Gamma" field="gamma" asOf={asOf} value={format.ratio(greeks.gamma, 2)} note="shares per USD 1" />
        <Figure label="Theta" field="theta" asOf={asOf} value={format.change(greeks.theta)} note="USD a day" />
        <Figure label="Vega" field="vega" asOf={asOf} value={format.change(greeks.vega)} note="USD a point" />
      </Figures>
    </Panel>
  )
}

function strategyTitle(name: string): string {
  const words = format.words(name)
  return words === 'custom' ? 'Custom strategy' : words[0]?.toUpperCase() + words.slice(1)
}
