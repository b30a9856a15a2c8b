/**
 * Early-exercise premium by finite differences, for what the integral equation of the boundary does not cover: cash
 * dividends on known dates, and rates under which exercise pays between two prices. The premium E = American − European
 * satisfies the pricing equation with the obstacle exercise value − European value: Crank-Nicolson steps with the operator
 * splitting of S. Ikonen and J. Toivanen (2004), after two implicit steps at expiry and at each ex-date. The European value is
 * marched on the same grid, so that most of the grid's error cancels.
 *
 * Dividends follow the escrowed model: the spot less the present value of the dividends before expiry is lognormal.
 */

import { at } from '../column.ts'

/** Contract terms at strike 1. */
export interface GridTerms {
  readonly isCall: boolean
  readonly yearsToExpiry: number
  readonly rate: number
  /** Continuous yield beside the cash dividends. */
  readonly dividendYield: number
  /** Years to the ex-dates, ascending, between 0 and expiry. */
  readonly dividendYears: Float64Array
  /** In units of the strike. */
  readonly dividends: Float64Array
}

export interface GridSize {
  /** Odd, at most 512. */
  readonly nodes: number
  /** Time steps over the whole life, and the fewest between two ex-dates. */
  readonly steps: number
  readonly minSteps: number
}

/** Steps grow with this power of their number from expiry or an ex-date; … */
const STEP_POWER = 1.25
/** … the last before now or an ex-date is divided, because the boundary of exercise lags behind by a step. */
const LAST_PARTS = 6

/** Half width of the grid in standard deviations σ√T of log spot. */
export const GRID_REACH = 6.5

const MAX_NODES = 512
const spots = new Float64Array(MAX_NODES)
const european = new Float64Array(MAX_NODES)
const premium = new Float64Array(MAX_NODES)
/** Rate at which the obstacle holds the premium up, per year. */
const force = new Float64Array(MAX_NODES)
const pivots = new Float64Array(MAX_NODES)
const rightEuropean = new Float64Array(MAX_NODES)
const rightPremium = new Float64Array(MAX_NODES)

/**
 * Writes the premium per unit of strike at the nodes z = ln(X/K)/(σ√T) from −reach to reach to `out`, with X the spot less
 * the present value of the dividends, and 1 to `exercised` where exercise at once is best.
 */
export function solvePremiumGrid(
  terms: GridTerms,
  volatility: number,
  { nodes, steps, minSteps }: GridSize,
  out: Float64Array,
  exercised: Float64Array,
): void {
  const s = volatility * Math.sqrt(terms.yearsToExpiry)
  const h = (2 * GRID_REACH * s) / (nodes - 1)
  const side = terms.isCall ? 1 : -1
  for (let i = 0; i < nodes; i++) {
    const x = i * h - GRID_REACH * s
    spots[i] = Math.exp(x)
    european[i] = payoffOfCell(x, h, side)
    premium[i] = 0
    force[i] = 0
  }
  let time = terms.yearsToExpiry
  for (let dividend = terms.dividendYears.length - 1; dividend >= -1; dividend--) {
    const until = dividend >= 0 ? at(terms.dividendYears, dividend) : 0
    const count = Math.max(minSteps, Math.ceil(steps * Math.sqrt((time - until) / terms.yearsToExpiry)))
    march(terms, volatility, h, nodes, time, until, count)
    if (dividend >= 0) exerciseBefore(terms, dividend, nodes)
    time = until
  }
  for (let i = 0; i < nodes; i++) {
    const intrinsic = exerciseValue(terms, at(spots, i), 0)
    out[i] = at(premium, i)
    exercised[i] = intrinsic > 0 && at(premium, i) + at(european, i) <= intrinsic + ROUNDING ? 1 : 0
  }
}

const ROUNDING = 1e-12

/** Payoff of exercise at `time`, negative out of the money, at a spot less the value of the dividends. */
export function exerciseValue(terms: GridTerms, spot: number, time: number): number {
  return (terms.isCall ? 1 : -1) * (spot + dividendValue(terms, time) - 1)
}

/** Value at `time` of the dividends after it. */
function dividendValue({ dividendYears, dividends, rate }: GridTerms, time: number): number {
  let sum = 0
  for (let k = 0; k < dividendYears.length; k++) {
    const years = at(dividendYears, k)
    if (years > time) sum += at(dividends, k) * Math.exp(-rate * (years - time))
  }
  return sum
}

/** Mean payoff over the cell of a node, which keeps the kink at the strike from adding an error of first order. */
function payoffOfCell(x: number, h: number, side: number): number {
  const from = side > 0 ? Math.max(x - h / 2, 0) : x - h / 2
  const to = side > 0 ? x + h / 2 : Math.min(x + h / 2, 0)
  return to > from ? (side * (Math.exp(to) - Math.exp(from) - (to - from))) / h : 0
}

/** From `time` back to `until`, in steps that grow with the distance from `time`, the last in short ones towards `until`. */
function march(
  terms: GridTerms,
  volatility: number,
  h: number,
  nodes: number,
  time: number,
  until: number,
  count: number,
): void {
  let before = time
  for (let k = 1; k <= count; k++) {
    const next = k === count ? until : time - (time - until) * (k / count) ** STEP_POWER
    const parts = k === count ? LAST_PARTS : 1
    const length = before - next
    for (let part = 1; part <= parts; part++) {
      const to = next + length * (1 - part / parts) ** 2
      step(terms, volatility, h, nodes, before, to, k <= 2 ? 1 : 0.5)
      before = to
    }
  }
}

/** One step of both values; `implicit` is 1 or ½. */
function step(
  terms: GridTerms,
  volatility: number,
  h: number,
  nodes: number,
  from: number,
  to: number,
  implicit: number,
): void {
  const dt = from - to
  if (!(dt > 0)) return
  const variance = volatility * volatility
  const diffusion = (0.5 * variance) / (h * h)
  const drift = (terms.rate - terms.dividendYield - 0.5 * variance) / (2 * h)
  const [lower, middle, upper] = [diffusion - drift, -2 * diffusion - terms.rate, diffusion + drift]
  writeRightSides(nodes, dt, (1 - implicit) * dt, lower, middle, upper)
  writeEnds(terms, nodes, to)
  eliminate(nodes, -implicit * dt, lower, middle, upper)
  substitute(terms, nodes, dt, -implicit * dt * upper, to)
}

function writeRightSides(
  nodes: number,
  dt: number,
  explicit: number,
  lower: number,
  middle: number,
  upper: number,
): void {
  const own = 1 + explicit * middle
  for (let i = 1; i < nodes - 1; i++) {
    const [below, above] = [explicit * lower, explicit * upper]
    rightEuropean[i] = own * at(european, i) + below * at(european, i - 1) + above * at(european, i + 1)
    rightPremium[i] = own * at(premium, i) + below * at(premium, i - 1) + above * at(premium, i + 1) + dt * at(force, i)
  }
}

/** Both values at the ends of the grid: nothing where exercise does not pay, without volatility where it does. */
function writeEnds(terms: GridTerms, nodes: number, time: number): void {
  const { isCall, rate, dividendYield, yearsToExpiry } = terms
  const deep = isCall ? nodes - 1 : 0
  const left = yearsToExpiry - time
  const spot = at(spots, deep)
  const held = (isCall ? 1 : -1) * (spot * Math.exp(-dividendYield * left) - Math.exp(-rate * left))
  european[nodes - 1 - deep] = 0
  premium[nodes - 1 - deep] = 0
  european[deep] = Math.max(held, 0)
  premium[deep] = valueWithoutVolatility(terms, spot, time) - at(european, deep)
}

/** The best of exercise now, around each ex-date and at expiry, discounted. */
export function valueWithoutVolatility(terms: GridTerms, spot: number, time: number): number {
  const { isCall, rate, dividendYield, yearsToExpiry, dividendYears, dividends } = terms
  const side = isCall ? 1 : -1
  let best = Math.max(exerciseValue(terms, spot, time), 0)
  for (let k = 0; k <= dividendYears.length; k++) {
    const years = k < dividendYears.length ? at(dividendYears, k) : yearsToExpiry
    if (years <= time) continue
    const paid = k < dividendYears.length ? at(dividends, k) : 0
    const [grown, discount] = [spot * Math.exp(-dividendYield * (years - time)), Math.exp(-rate * (years - time))]
    const escrow = dividendValue(terms, years)
    best = Math.max(best, side * (grown + discount * (escrow - 1)), side * (grown + discount * (escrow + paid - 1)))
  }
  return best
}

/** Forward elimination of both tridiagonal systems; `pivots` are inverted. */
function eliminate(nodes: number, scale: number, lower: number, middle: number, upper: number): void {
  const [below, own, above] = [scale * lower, 1 + scale * middle, scale * upper]
  rightEuropean[0] = at(european, 0)
  rightPremium[0] = at(premium, 0)
  let inverse = 0
  for (let i = 1; i < nodes - 1; i++) {
    const factor = i === 1 ? below : below * inverse
    inverse = i === 1 ? 1 / own : 1 / (own - factor * above)
    pivots[i] = inverse
    rightEuropean[i] = at(rightEuropean, i) - factor * at(rightEuropean, i - 1)
    rightPremium[i] = at(rightPremium, i) - factor * at(rightPremium, i - 1)
  }
}

/** Back substitution; the free premium stays local, and the stored one is at least the obstacle. */
function substitute(terms: GridTerms, nodes: number, dt: number, above: number, time: number): void {
  const side = terms.isCall ? 1 : -1
  const strike = 1 - dividendValue(terms, time)
  let value = at(european, nodes - 1)
  let free = at(premium, nodes - 1)
  for (let i = nodes - 2; i >= 1; i--) {
    const inverse = at(pivots, i)
    value = (at(rightEuropean, i) - above * value) * inverse
    free = (at(rightPremium, i) - above * free) * inverse
    const held = at(force, i)
    const obstacle = side * (at(spots, i) - strike) - value
    european[i] = value
    premium[i] = Math.max(free - dt * held, obstacle)
    force[i] = Math.max(held + (obstacle - free) / dt, 0)
  }
}

/** Exercise just before an ex-date. Next to its kink the gain is averaged over the cell of the node. */
function exerciseBefore(terms: GridTerms, dividend: number, nodes: number): void {
  const side = terms.isCall ? 1 : -1
  const strike = 1 - dividendValue(terms, at(terms.dividendYears, dividend)) - at(terms.dividends, dividend)
  const gain = rightPremium
  for (let i = 0; i < nodes; i++) {
    gain[i] = side * (at(spots, i) - strike) - at(european, i) - at(premium, i)
    force[i] = 0
  }
  for (let i = 0; i < nodes; i++) {
    const own = at(gain, i)
    const below = at(gain, Math.max(i - 1, 0))
    const above = at(gain, Math.min(i + 1, nodes - 1))
    const smooth = own > 0 && below > 0 && above > 0
    premium[i] = at(premium, i) + (smooth ? own : positiveHalf(own, below) + positiveHalf(own, above))
  }
}

/** Integral over the first half of the positive part of a line from `own` to `other`. */
function positiveHalf(own: number, other: number): number {
  const middle = 0.5 * (own + other)
  if (own >= 0 && middle >= 0) return 0.25 * (own + middle)
  if (own <= 0 && middle <= 0) return 0
  const root = own / (own - other)
  return own > 0 ? 0.5 * own * root : 0.5 * middle * (0.5 - root)
}
