/**
 * American options with cash dividends by finite differences: Crank-Nicolson with implicit half steps at expiry and after
 * each ex-date (Rannacher) on a grid of log spot, exercise by the direct method of Brennan and Schwartz. A few milliseconds;
 * the audit of the residual-yield model, and its replacement for calls in the money next to an ex-date.
 */

import { hasTwoBoundaries } from '../../src/pricing/american/exercise-boundary.ts'
import { at } from '../../src/pricing/column.ts'

/**
 * `spot`: the spot is lognormal and falls by the amount on each ex-date. `escrowed`: the spot less the present value of the
 * remaining dividends is. The two differ by 0.02 % of the spot at the median, 0.5 % at worst.
 */
export type DividendModel = 'spot' | 'escrowed'

export interface CashDividend {
  /** Years from now to the ex-date; those not between now and expiry are ignored. */
  readonly years: number
  /** USD per share. */
  readonly amount: number
}

export interface DividendContract {
  readonly isCall: boolean
  readonly spot: number
  readonly strike: number
  readonly yearsToExpiry: number
  readonly volatility: number
  /** Continuous rate, and continuous yield beside the cash dividends (borrow). */
  readonly rate: number
  readonly dividendYield: number
}

/** Per share, per USD 1 of the spot. */
export interface DividendPrice {
  readonly price: number
  readonly delta: number
  readonly gamma: number
}

export interface GridSize {
  readonly spaceSteps: number
  readonly timeSteps: number
}

const DEFAULT_GRID: GridSize = { spaceSteps: 600, timeSteps: 300 }
/** Half width of the grid in standard deviations. */
const REACH = 6
const SHORTEST_SEGMENT = 1e-9
const UNKNOWN: DividendPrice = { price: Number.NaN, delta: Number.NaN, gamma: Number.NaN }

/** A solution under way. Index 0 is the end where exercise pays: low spots for a put, high ones for a call. */
interface Grid {
  readonly contract: DividendContract
  readonly model: DividendModel
  readonly dividends: readonly CashDividend[]
  /** +1 for a call. */
  readonly side: number
  /** Whether exercise pays from one price on to the end of the grid, which the direct method needs. */
  readonly exerciseReachesEnd: boolean
  readonly first: number
  /** Signed distance of neighbours in log spot. */
  readonly step: number
  readonly spots: Float64Array
  readonly values: Float64Array
  readonly rightSide: Float64Array
  readonly pivots: Float64Array
}

/**
 * Price, delta and gamma now. NaN for input that is not finite, for spot, strike, time or volatility that is not positive,
 * and in the escrowed model for dividends worth more than the spot.
 */
export function americanDividendPrice(
  contract: DividendContract,
  dividends: readonly CashDividend[],
  model: DividendModel,
  size: GridSize = DEFAULT_GRID,
): DividendPrice {
  const { spot, strike, yearsToExpiry, volatility, rate, dividendYield } = contract
  const kept = dividends
    .filter(({ years, amount }) => years > 0 && years < yearsToExpiry && amount > 0)
    .toSorted((one, other) => other.years - one.years)
  const finite = Number.isFinite(spot + strike + yearsToExpiry + volatility + rate + dividendYield)
  if (!finite || !(Math.min(spot, strike, yearsToExpiry, volatility) > 0)) return UNKNOWN
  if (!(presentValue(kept, rate, 0) < spot)) return UNKNOWN
  const grid = gridFor(contract, kept, model, size.spaceSteps)
  let time = yearsToExpiry
  for (const dividend of [...kept, { years: 0, amount: 0 }]) {
    const length = time - dividend.years
    if (length > SHORTEST_SEGMENT)
      march(grid, time, dividend.years, Math.ceil((size.timeSteps * length) / yearsToExpiry) + 3)
    time = dividend.years
    if (model === 'spot' && dividend.amount > 0) drop(grid, dividend)
  }
  return centre(grid)
}

/** Value at `time` of the dividends after it. */
function presentValue(dividends: readonly CashDividend[], rate: number, time: number): number {
  let sum = 0
  for (const { years, amount } of dividends) if (years > time) sum += amount * Math.exp(-rate * (years - time))
  return sum
}

function gridFor(
  contract: DividendContract,
  dividends: readonly CashDividend[],
  model: DividendModel,
  spaceSteps: number,
): Grid {
  const { isCall, spot, strike, yearsToExpiry, volatility } = contract
  const value = presentValue(dividends, contract.rate, 0)
  const start = model === 'escrowed' ? spot - value : spot
  const half = 2 * Math.ceil(spaceSteps / 4)
  const reach = REACH * volatility * Math.sqrt(yearsToExpiry) - Math.log(1 - value / spot)
  const step = ((isCall ? -1 : 1) * reach) / half
  const first = Math.log(start) - half * step
  const spots = Float64Array.from({ length: 2 * half + 1 }, (_, i) => Math.exp(first + i * step))
  const side = isCall ? 1 : -1
  return {
    contract,
    model,
    dividends,
    side,
    exerciseReachesEnd: !hasTwoBoundaries(isCall, contract.rate, contract.dividendYield),
    first,
    step,
    spots,
    values: cellAverages(spots, strike, side, step),
    rightSide: new Float64Array(spots.length),
    pivots: new Float64Array(spots.length),
  }
}

/** The payoff averaged over each node's cell, which keeps the kink from adding an error of first order. */
function cellAverages(spots: Float64Array, strike: number, side: number, step: number): Float64Array {
  const half = Math.abs(step) / 2
  const integral = (x: number) => side * (Math.exp(x) - strike * x)
  return spots.map((spot) => {
    const x = Math.log(spot)
    const kink = Math.log(strike)
    const from = side > 0 ? Math.max(x - half, Math.min(kink, x + half)) : x - half
    const to = side > 0 ? x + half : Math.min(x + half, Math.max(kink, x - half))
    if (from === x - half && to === x + half) return side * (spot - strike)
    return to > from ? (integral(to) - integral(from)) / (2 * half) : 0
  })
}

/** From `time` back to `until`, the first step as two implicit half steps. */
function march(grid: Grid, time: number, until: number, steps: number): void {
  const dt = (time - until) / steps
  advance(grid, time - dt / 2, dt / 2, 1)
  advance(grid, time - dt, dt / 2, 1)
  for (let n = 2; n <= steps; n++) advance(grid, n === steps ? until : time - n * dt, dt, 0.5)
}

/** One step of length dt that ends at `time`; `implicit` 1 or ½. */
function advance(grid: Grid, time: number, dt: number, implicit: number): void {
  const { contract, values, rightSide, pivots, spots, step, side } = grid
  const variance = contract.volatility ** 2
  const diffusion = (0.5 * variance) / (step * step)
  const drift = (contract.rate - contract.dividendYield - 0.5 * variance) / (2 * step)
  const lower = diffusion - drift
  const middle = -2 * diffusion - contract.rate
  const upper = diffusion + drift
  const last = spots.length - 1
  const explicit = (1 - implicit) * dt
  for (let i = 1; i < last; i++) {
    const change = lower * at(values, i - 1) + middle * at(values, i) + upper * at(values, i + 1)
    rightSide[i] = at(values, i) + explicit * change
  }
  const scale = -implicit * dt
  values[0] = exerciseEnd(grid, time)
  values[last] = 0
  pivots[last - 1] = 1 + scale * middle
  for (let i = last - 2; i >= 1; i--) {
    const factor = (scale * upper) / at(pivots, i + 1)
    pivots[i] = 1 + scale * middle - factor * scale * lower
    rightSide[i] = at(rightSide, i) - factor * at(rightSide, i + 1)
  }
  const exercise = exerciseStrike(grid, time)
  for (let i = 1; i < last; i++) {
    const held = (at(rightSide, i) - scale * lower * at(values, i - 1)) / at(pivots, i)
    values[i] = grid.exerciseReachesEnd ? Math.max(held, side * (at(spots, i) - exercise)) : held
  }
  if (!grid.exerciseReachesEnd) project(grid, exercise)
}

/** Exercise after the step: of first order in time alone, but right for an exercise region of any shape. */
function project(grid: Grid, exercise: number): void {
  const { values, spots, side } = grid
  for (let i = 0; i < spots.length; i++) values[i] = Math.max(at(values, i), side * (at(spots, i) - exercise))
}

/** Strike that the grid's spot is compared with: in the escrowed model the dividends to come belong to the spot. */
function exerciseStrike(grid: Grid, time: number): number {
  const { contract, dividends, model } = grid
  return contract.strike - (model === 'escrowed' ? presentValue(dividends, contract.rate, time) : 0)
}

/** Value at the end where exercise pays: now, or certain exercise at expiry. */
function exerciseEnd(grid: Grid, time: number): number {
  const { contract, dividends, model, side } = grid
  const spot = at(grid.spots, 0)
  const left = contract.yearsToExpiry - time
  const paid = model === 'spot' ? presentValue(dividends, contract.rate, time) : 0
  const held =
    spot * Math.exp(-contract.dividendYield * left) - paid - contract.strike * Math.exp(-contract.rate * left)
  return Math.max(side * held, side * (spot - exerciseStrike(grid, time)), 0)
}

/** Across an ex-date: the value of S before it is that of S − D after it, or exercise. */
function drop(grid: Grid, dividend: CashDividend): void {
  const { contract, values, spots, side, rightSide } = grid
  for (let i = 0; i < spots.length; i++) {
    const after = at(spots, i) - dividend.amount
    const held = after > 0 ? interpolate(grid, Math.log(after)) : side > 0 ? 0 : contract.strike
    rightSide[i] = Math.max(held, side * (at(spots, i) - contract.strike), 0)
  }
  values.set(rightSide)
}

/** Cubic through four nodes; beyond the grid the value at its end, for a put at low spots its intrinsic value. */
function interpolate(grid: Grid, logSpot: number): number {
  const { values, first, step, spots } = grid
  const place = (logSpot - first) / step
  if (place <= 0) return at(values, 0) + (grid.side < 0 ? at(spots, 0) - Math.exp(logSpot) : 0)
  if (place >= spots.length - 1) return at(values, spots.length - 1)
  const i = Math.max(Math.min(Math.floor(place) - 1, spots.length - 4), 0)
  const x = place - i
  const [a, b, c] = [x - 1, x - 2, x - 3]
  const outer = (x * a * b * at(values, i + 3) - a * b * c * at(values, i)) / 6
  return outer + (x * b * c * at(values, i + 1) - x * a * c * at(values, i + 2)) / 2
}

function centre(grid: Grid): DividendPrice {
  const { contract, values, step, spots } = grid
  const i = (spots.length - 1) / 2
  const start = at(spots, i)
  const slope = (at(values, i + 1) - at(values, i - 1)) / (2 * step)
  const bend = (at(values, i + 1) - 2 * at(values, i) + at(values, i - 1)) / (step * step)
  const intrinsic = grid.side * (contract.spot - contract.strike)
  return {
    price: Math.max(at(values, i), intrinsic),
    delta: slope / start,
    gamma: (bend - slope) / (start * start),
  }
}
