/**
 * Early-exercise premium by finite differences, for what the integral equation of the boundary does not cover: cash
 * dividends on known dates, and rates under which exercise pays between two prices. The premium E = American − European
 * satisfies the pricing equation with the obstacle exercise value − European value: Crank-Nicolson steps with the operator
 * splitting of S. Ikonen and J. Toivanen (2004), after two implicit steps at expiry and at each ex-date. The European value is
 * marched on the same grid, so that most of the grid's error cancels.
 *
 * Dividends follow the escrowed model. A dividend is a different share of every strike, but after the last ex-date
 * all strikes have the same premium, and before it the same European value: a `PremiumMarch` computes both once for
 * all strikes of one volatility.
 */

import { at } from '../column.ts'
import { bestExercise, type ContractTerms } from './cash-dividends.ts'
import type { Leg, Schedule, StepTime } from './grid-schedule.ts'

/** Half width of the grid in standard deviations σ√T of log spot. */
export const GRID_REACH = 5.5

const ROUNDING = 1e-12
/** Smaller premiums are 0, because arithmetic of the smallest numbers is slow. */
const SMALLEST = 1e-60
const MAX_NODES = 512
const european = new Float64Array(MAX_NODES)
const premium = new Float64Array(MAX_NODES)
/** Rate at which the obstacle holds the premium up, per year. */
const force = new Float64Array(MAX_NODES)
const right = new Float64Array(MAX_NODES)
/** Of a step that nothing reads again. */
const scratch = { inverse: new Float64Array(MAX_NODES), gain: new Float64Array(MAX_NODES) }

/** One volatility of an expiration and right. */
export interface PremiumMarch {
  readonly isCall: boolean
  readonly spots: Float64Array
  /** Exercise between ex-dates never pays, so that without a premium at an ex-date there is none before it. */
  readonly onlyAtExDates: boolean
  /** Just after the last ex-date, or now without dividends: the premium, and … */
  readonly common: Float64Array
  /** … what exercise at strike 0 gains over the European value of strike 1 without dividends; negative for a put. */
  readonly commonGain: Float64Array
  /** From the last ex-date back to now. */
  readonly legs: readonly Leg<Step>[]
  readonly columns: StepColumns
}

/** By step and node. */
interface StepColumns {
  /** Inverse pivots of the implicit part. */
  readonly inverse: Float64Array
  /** As `commonGain`, at the end of the step. */
  readonly gain: Float64Array
}

interface Step extends StepTime {
  /** Weights of a node and its neighbours, in the explicit part and below and above it in the implicit one. */
  readonly explicit: readonly [number, number, number]
  readonly below: number
  readonly above: number
  /** Where its nodes begin in the columns. */
  readonly start: number
}

export function premiumMarch({ terms, nodes, legs }: Schedule, volatility: number): PremiumMarch {
  const { isCall, yearsToExpiry, rate, dividendYield } = terms
  const h = (2 * GRID_REACH * volatility * Math.sqrt(yearsToExpiry)) / (nodes - 1)
  const side = isCall ? 1 : -1
  const spots = new Float64Array(nodes)
  for (let i = 0; i < nodes; i++) {
    const x = (i - (nodes - 1) / 2) * h
    spots[i] = Math.exp(x)
    european[i] = payoffOfCell(x, h, side)
  }
  const onlyAtExDates = isCall && rate >= 0 && dividendYield <= 0
  const grid = { terms, variance: volatility * volatility, h, spots }
  premium.fill(0)
  force.fill(0)
  for (const time of legs[0]?.steps ?? []) {
    const step = europeanStep(grid, time, scratch, 0)
    if (!onlyAtExDates) advance(step, scratch, isCall, spots, 0)
  }
  const common = premium.slice(0, nodes)
  const commonGain = new Float64Array(nodes)
  for (let i = 0; i < nodes; i++) commonGain[i] = side * at(spots, i) - at(european, i)
  const length = nodes * legs.slice(1).reduce((sum, { steps }) => sum + steps.length, 0)
  const columns = { inverse: new Float64Array(length), gain: new Float64Array(length) }
  let start = -nodes
  return {
    isCall,
    spots,
    onlyAtExDates,
    common,
    commonGain,
    columns,
    legs: legs.slice(1).map(({ paid, steps }) => ({
      paid,
      steps: steps.map((time) => {
        start += nodes
        return europeanStep(grid, time, columns, start)
      }),
    })),
  }
}

interface Grid {
  readonly terms: ContractTerms
  readonly variance: number
  readonly h: number
  readonly spots: Float64Array
}

/** Mean payoff over the cell of a node, which keeps the kink at the strike from adding an error of first order. */
function payoffOfCell(x: number, h: number, side: number): number {
  const from = side > 0 ? Math.max(x - h / 2, 0) : x - h / 2
  const to = side > 0 ? x + h / 2 : Math.min(x + h / 2, 0)
  return to > from ? (side * (Math.exp(to) - Math.exp(from) - (to - from))) / h : 0
}

/** Moves `european` back by a step, and returns what the premiums of all strikes need of it. */
function europeanStep(
  { terms, variance, h, spots }: Grid,
  stepTime: StepTime,
  columns: StepColumns,
  start: number,
): Step {
  const diffusion = (0.5 * variance) / (h * h)
  const drift = (terms.rate - terms.dividendYield - 0.5 * variance) / (2 * h)
  const [lower, middle, upper] = [diffusion - drift, -2 * diffusion - terms.rate, diffusion + drift]
  const scale = (1 - stepTime.implicit) * stepTime.dt
  const held = -stepTime.implicit * stepTime.dt
  const [below, own, above] = [held * lower, 1 + held * middle, held * upper]
  const explicit = [scale * lower, 1 + scale * middle, scale * upper] as const
  writeInversePivots(columns.inverse, start, spots.length, below, own, above)
  const { dt, implicit, time, escrow, moments } = stepTime
  const made = { dt, implicit, time, escrow, moments, explicit, below, above, start }
  advanceEuropean(made, columns, terms, spots)
  return made
}

/** They converge within some tens of nodes. */
function writeInversePivots(
  inverse: Float64Array,
  start: number,
  nodes: number,
  below: number,
  own: number,
  above: number,
): void {
  let pivot = 1 / own
  for (let i = start + 1; i < start + nodes - 1; i++) {
    inverse[i] = pivot
    const next = 1 / (own - below * pivot * above)
    if (next === pivot) {
      inverse.fill(pivot, i, start + nodes - 1)
      return
    }
    pivot = next
  }
}

function advanceEuropean(
  { time, explicit, below, above, start }: Step,
  { inverse, gain }: StepColumns,
  { isCall, rate, dividendYield, yearsToExpiry }: ContractTerms,
  spots: Float64Array,
): void {
  const nodes = spots.length
  const [lower, own, upper] = explicit
  const deep = isCall ? nodes - 1 : 0
  const left = yearsToExpiry - time
  const side = isCall ? 1 : -1
  const held = side * (at(spots, deep) * Math.exp(-dividendYield * left) - Math.exp(-rate * left))
  const end = nodes - 1
  const atEnd = at(european, end)
  let [before, here] = [at(european, 0), at(european, 1)]
  european[end - deep] = 0
  european[deep] = Math.max(held, 0)
  gain[start] = side * at(spots, 0) - at(european, 0)
  let last = at(european, 0)
  let pivot = 1
  for (let i = 1; i < end; i++) {
    const next = i === end - 1 ? atEnd : at(european, i + 1)
    last = own * here + lower * before + upper * next - below * pivot * last
    right[i] = last
    pivot = at(inverse, start + i)
    before = here
    here = next
  }
  let value = at(european, end)
  gain[start + end] = side * at(spots, end) - value
  for (let i = end - 1; i >= 1; i--) {
    value = (at(right, i) - above * value) * at(inverse, start + i)
    european[i] = value
    gain[start + i] = side * at(spots, i) - value
  }
}

/** The same step of the premium of a strike, `perUsd` = 1 / strike. */
function advance(
  { dt, explicit, below, above, escrow, moments, start }: Step,
  { inverse, gain }: StepColumns,
  isCall: boolean,
  spots: Float64Array,
  perUsd: number,
): void {
  const end = spots.length - 1
  const [lower, own, upper] = explicit
  let [before, here] = [at(premium, 0), at(premium, 1)]
  const deep = isCall ? end : 0
  const side = isCall ? 1 : -1
  const sure =
    bestExercise(moments, isCall, at(spots, deep), perUsd) - (side * at(spots, deep) - at(gain, start + deep))
  let last = isCall ? 0 : sure
  let pivot = 1
  for (let i = 1; i < end; i++) {
    const next = at(premium, i + 1)
    const value = own * here + lower * before + upper * next + dt * at(force, i)
    last = value - below * pivot * last
    if (last < SMALLEST && last > -SMALLEST) last = 0
    pivot = at(inverse, start + i)
    right[i] = last
    before = here
    here = next
  }
  const strike = side * (1 - escrow * perUsd)
  let free = isCall ? sure : 0
  premium[0] = isCall ? 0 : sure
  premium[end] = free
  const perDt = 1 / dt
  for (let i = end - 1; i >= 1; i--) {
    free = (at(right, i) - above * free) * at(inverse, start + i)
    const held = at(force, i)
    const obstacle = at(gain, start + i) - strike
    premium[i] = Math.max(free - dt * held, obstacle)
    force[i] = Math.max(held + (obstacle - free) * perDt, 0)
  }
}

/**
 * Writes the premium per unit of strike at the nodes z = ln(X/K)/(σ√T) from −reach to reach to `out`, with X the spot less
 * the present value of the dividends, and 1 to `exercised` where exercise at once is best. `strike` is in USD.
 */
export function solveStrike(march: PremiumMarch, strike: number, out: Float64Array, exercised: Uint8Array): void {
  const { isCall, spots, common, onlyAtExDates, columns } = march
  const nodes = spots.length
  const side = isCall ? 1 : -1
  let gain = march.commonGain
  let start = 0
  let escrow = 0
  premium.set(common)
  for (const { paid, steps } of march.legs) {
    exerciseBefore(gain, start, side * (1 - (escrow + paid) / strike), nodes)
    force.fill(0)
    if (!onlyAtExDates || hasPremium(nodes)) for (const step of steps) advance(step, columns, isCall, spots, 1 / strike)
    gain = columns.gain
    ;({ start, escrow } = steps.at(-1) ?? { start, escrow })
  }
  const net = side * (1 - escrow / strike)
  for (let i = 0; i < nodes; i++) {
    const isBest = side * at(spots, i) > net && at(premium, i) <= at(gain, start + i) - net + ROUNDING
    out[i] = at(premium, i)
    exercised[i] = Number(isBest)
  }
}

function hasPremium(nodes: number): boolean {
  for (let i = 0; i < nodes; i++) if (at(premium, i) > 0) return true
  return false
}

/** Exercise just before an ex-date. Next to its kink the gain is averaged over the cell of the node. */
function exerciseBefore(gain: Float64Array, start: number, strike: number, nodes: number): void {
  for (let i = 0; i < nodes; i++) right[i] = at(gain, start + i) - strike - at(premium, i)
  for (let i = 0; i < nodes; i++) {
    const own = at(right, i)
    const below = at(right, Math.max(i - 1, 0))
    const above = at(right, Math.min(i + 1, nodes - 1))
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
