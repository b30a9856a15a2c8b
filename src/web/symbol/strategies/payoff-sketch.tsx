import { parseLeg } from '../../../analytics/domain/strategies/legs.ts'
import type { SearchedTemplate } from '../../../analytics/domain/strategies/search/search-query.ts'
import { format } from '../../format.ts'
import { type HeldLeg, profitAtExpiration } from '../strategy/profit-at-expiration.ts'
import { templatePath, templateTitle } from '../strategy/template-picture.ts'

const WIDTH = 240
const HEIGHT = 90
const MARGIN = 6
/** Beyond the outermost strikes and the marked price, as a share of their distance. */
const BEYOND = 0.35

interface PayoffSketchProps {
  readonly strategy: SearchedTemplate
  readonly legs: readonly string[]
  /** USD per share. */
  readonly target: number | null
}

/** Profit over price at expiration, with the price of the thesis. Where legs expire on two dates only the shape is shown. */
export function PayoffSketch({ strategy, legs, target }: PayoffSketchProps) {
  const held = heldLegs(legs)
  if (!held) {
    return (
      <svg class="payoff-sketch" viewBox="0 0 60 30" role="img" aria-label={`${templateTitle(strategy)}, its shape`}>
        <path d={templatePath(strategy, true)} />
      </svg>
    )
  }
  const strikes = held.map(({ strike }) => strike)
  const inner = [...strikes, ...(target === null ? [] : [target])]
  const reach = Math.max(BEYOND * (Math.max(...inner) - Math.min(...inner)), 0.04 * Math.max(...inner))
  const [low, high] = [Math.min(...inner) - reach, Math.max(...inner) + reach]
  const prices = [low, ...strikes, high].sort((a, b) => a - b)
  const profits = prices.map((price) => profitAtExpiration(held, price))
  const [least, most] = [Math.min(0, ...profits), Math.max(0, ...profits)]
  const left = (price: number) => (WIDTH * (price - low)) / (high - low)
  const top = (profit: number) => MARGIN + ((HEIGHT - 2 * MARGIN) * (most - profit)) / (most - least || 1)
  const points = prices.map((price, index) => `${left(price).toFixed(1)} ${top(profits[index] ?? 0).toFixed(1)}`)
  return (
    <svg
      class="payoff-sketch"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Profit at expiration from ${format.price(low)} to ${format.price(high)}`}
    >
      <line class="payoff-zero" x1={0} x2={WIDTH} y1={top(0)} y2={top(0)} />
      {target === null ? null : <line class="payoff-target" x1={left(target)} x2={left(target)} y1={0} y2={HEIGHT} />}
      <path d={`M${points.join('L')}`} />
    </svg>
  )
}

/** Null where the options expire on two dates. */
function heldLegs(legs: readonly string[]): HeldLeg[] | null {
  const read = legs.map(parseLeg)
  const dates = new Set(read.map((leg) => (typeof leg === 'string' ? '' : leg.contract?.expirationDate)))
  if (dates.size !== 1) return null
  return read.flatMap((leg) => {
    if (typeof leg === 'string' || leg.contract === null || leg.price === null) return []
    const { strike, optionType } = leg.contract
    return [{ quantity: leg.quantity, kind: optionType, strike, price: leg.price }]
  })
}
