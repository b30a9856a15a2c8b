/** What can happen to a strategy beside a move of the price, in sentences. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { exerciseAdvantage } from '../chain/exercise-advantage.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import type { LegOfChain } from './leg-from-row.ts'
import type { StrategyFigures } from './strategy-figures.ts'
import { hasLaterLegs, type StrategyLeg } from './strategy-leg.ts'
import type { StrategyRisk } from './strategy-risk-kinds.ts'
import { payoff } from './strategy-value.ts'

export interface RiskRow {
  readonly kind: StrategyRisk
  /** OCC identity; null for the whole. */
  readonly leg: string | null
  readonly text: string
}

/** USD per share: below it a holder gains nothing by waiting. */
const NO_TIME_VALUE = 0.05
/** Standard deviations around a strike within which the last day decides. */
const PIN_REACH = 0.25
/** A quote is wide beyond this share of its mid and this many USD. */
const WIDE_PCT = 10
const WIDE_USD = 0.05
/** USD per share within which a model value is that of exercise. */
const EXERCISED = 1e-6

/** `reportDate` is that of the next earnings report before the last expiration; undefined without one. */
export function strategyRisks(
  valued: ValuedChain,
  chosen: readonly LegOfChain[],
  { legs, limits, spot }: Pick<StrategyFigures, 'legs' | 'limits' | 'spot'>,
  reportDate: string | undefined,
): RiskRow[] {
  const ofLegs = legs.flatMap((leg, index) => legRisks(valued, leg, chosen[index]?.row ?? -1, spot))
  const whole = (kind: StrategyRisk, text: string): RiskRow => ({ kind, leg: null, text })
  return [
    ...(limits.maxLossUnlimited ? [whole('unlimited_loss', 'The loss grows without limit when the price rises.')] : []),
    ...ofLegs,
    ...(reportDate === undefined
      ? []
      : [whole('earnings', `Earnings are reported on ${reportDate}, before the last expiration.`)]),
    ...(hasLaterLegs(legs)
      ? [
          whole(
            'later_leg',
            'Some legs live on after the first expiration: their value then is a model value at unchanged volatility.',
          ),
        ]
      : []),
  ]
}

function legRisks(valued: ValuedChain, leg: StrategyLeg, row: number, spot: number): RiskRow[] {
  const symbol = valued.chain.contracts.optionSymbols[row] ?? null
  const { option, bid, ask, quantity } = leg
  if (!option || symbol === null) return []
  const name = `${option.strike} ${option.isCall ? 'call' : 'put'}`
  const of = (kind: StrategyRisk, text: string): RiskRow => ({ kind, leg: symbol, text })
  const found = quantity < 0 ? soldRisks(valued, leg, row, spot, of) : []
  if (quantity > 0 && isBestExercised(valued, row, payoff(option, spot))) {
    found.push(of('early_exercise', `Exercise of the bought ${name} now is worth more than holding it.`))
  }
  const mid = 0.5 * (bid + ask)
  if (ask - bid > Math.max((WIDE_PCT / 100) * mid, WIDE_USD)) {
    const width = ((100 * (ask - bid)) / mid).toFixed(0)
    found.push(of('wide_quote', `The quote of the ${name} is ${width} % of its mid wide.`))
  }
  return found
}

function soldRisks(
  valued: ValuedChain,
  leg: StrategyLeg,
  row: number,
  spot: number,
  of: (kind: StrategyRisk, text: string) => RiskRow,
): RiskRow[] {
  const { option, bid, ask } = leg
  if (!option) return []
  const name = `${option.strike} ${option.isCall ? 'call' : 'put'}`
  const intrinsic = payoff(option, spot)
  const found: RiskRow[] = []
  const isExposed = option.isAmerican && intrinsic > 0
  if (isExposed && 0.5 * (bid + ask) - intrinsic < NO_TIME_VALUE) {
    const text = `The sold ${name} has a time value below ${NO_TIME_VALUE} USD: its holder may exercise at any time.`
    found.push(of('assignment', text))
  }
  const dividend = isExposed && option.isCall ? dividendAtRisk(valued, row, option) : null
  if (dividend !== null) {
    found.push(of('dividend', `The sold ${name} may be exercised just before the dividend of ${dividend} USD.`))
  }
  if (isPinned(valued, row, leg, spot)) {
    found.push(of('pin', `The sold ${name} expires today within a quarter of a standard deviation of the price.`))
  }
  return found
}

/** The next dividend before expiration if it is worth more than the put of the strike and the interest on the strike. */
function dividendAtRisk(
  { pairs, mid }: ValuedChain,
  row: number,
  { dividends, rate, strike }: NonNullable<StrategyLeg['option']>,
): number | null {
  const next = dividends[0]
  if (!next) return null
  const put = at(mid, indexAt(pairs.putRow, indexAt(pairs.pairOfRow, row)))
  const interest = strike * (1 - Math.exp(-rate * next.years))
  return next.amount > (put || 0) + interest ? next.amount : null
}

function isBestExercised(valued: ValuedChain, row: number, intrinsic: number): boolean {
  return exerciseAdvantage(valued, row) > 0 && at(valued.theoreticalPrice, row) <= intrinsic + EXERCISED
}

function isPinned({ chain, expirations }: ValuedChain, row: number, { option }: StrategyLeg, spot: number): boolean {
  const expiration = expirations[indexAt(chain.contracts.expirationIndex, row)]
  if (expiration?.dte !== 0 || !option) return false
  const deviation = expiration.atmIv * Math.sqrt(expiration.yearsToExpiry)
  return Math.abs(Math.log(option.strike / spot)) < PIN_REACH * deviation
}
