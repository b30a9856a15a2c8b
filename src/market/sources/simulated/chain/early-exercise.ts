/**
 * What the right to exercise early adds to a European option, by the quadratic approximation of Barone-Adesi and Whaley
 * (1987): one boundary per expiration and right, then a power of the price. Within a few cents on 100 USD, which a
 * simulated quote may be off; the analytics have an exact engine.
 */
import { blackPrice } from '../../../../pricing/european/black.ts'
import { normalCdf } from '../../../../pricing/european/mills.ts'

/** For a put; a call is the put with spot and strike, rate and yield exchanged. All in units of the put's strike. */
export interface ExerciseRule {
  /** Spot over strike at and below which the option is exercised; 0 where it never is. */
  readonly boundary: number
  readonly amplitude: number
  readonly exponent: number
  readonly years: number
}

/** The rules of the calls and the puts of one expiration. */
export interface ExerciseRules {
  readonly call: ExerciseRule
  readonly put: ExerciseRule
}

const NEVER: ExerciseRule = { boundary: 0, amplitude: 0, exponent: 0, years: 1 }
const HALVINGS = 40

export function exerciseRules(rate: number, dividendYield: number, volatility: number, years: number): ExerciseRules {
  return {
    call: exerciseRule(dividendYield, rate, volatility, years),
    put: exerciseRule(rate, dividendYield, volatility, years),
  }
}

/** `gain` is the rate earned by exercise and `loss` the one given up: rate and yield for a put. */
function exerciseRule(gain: number, loss: number, volatility: number, years: number): ExerciseRule {
  if (!(gain > 0 && volatility > 0 && years > 0)) return NEVER
  const variance = volatility * volatility
  const slope = (2 * (gain - loss)) / variance - 1
  const exponent = -0.5 * (slope + Math.sqrt(slope * slope + (8 * gain) / (variance * -Math.expm1(-gain * years))))
  const discount = Math.exp(-gain * years)
  const carry = Math.exp((gain - loss) * years)
  const deviation = volatility * Math.sqrt(years)
  const held = Math.exp(-loss * years)

  function amplitude(spot: number): number {
    const d1 = (Math.log(spot * carry) + 0.5 * deviation * deviation) / deviation
    return (-spot / exponent) * (1 - held * normalCdf(-d1))
  }

  /** Positive where exercise pays more than the approximation of holding on. */
  function excess(spot: number): number {
    return 1 - spot - blackPrice(false, spot * carry, 1, years, volatility, discount) - amplitude(spot)
  }

  let low = 0
  let high = 1
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = 0.5 * (low + high)
    if (excess(middle) > 0) low = middle
    else high = middle
  }
  return low > 0 ? { boundary: low, amplitude: amplitude(low), exponent, years } : NEVER
}

/**
 * Premium per unit of strike at spot / strike; 0 in the exercise region. Below the minimum time of the approximation it
 * scales linearly with time.
 */
export function exercisePremium(
  { boundary, amplitude, exponent, years }: ExerciseRule,
  spot: number,
  left: number,
): number {
  return spot > boundary && boundary > 0 ? (amplitude * (spot / boundary) ** exponent * left) / years : 0
}
