/**
 * The price of the underlying at one expiration as a risk-neutral distribution. It follows from prices of options: it says
 * what the market charges for each outcome, and is no forecast. Prices are USD per share, values are undiscounted.
 */
import { findRoot } from '../../../lib/math/find-root.ts'
import { blackPrice } from '../../../pricing/european/black.ts'
import { normalCdf, normalDensity } from '../../../pricing/european/mills.ts'

export interface PriceDistribution {
  /** The mean. */
  readonly forward: number
  /** P(S ≤ price), 0 to 1; 0 at a price of 0 and below. */
  below(price: number): number
  /** Probability per USD. */
  density(price: number): number
  /** E[max(strike − S, 0)] and E[max(S − strike, 0)]. */
  put(strike: number): number
  call(strike: number): number
}

/**
 * The distribution of Black and Scholes: the logarithm of the price is normal with standard deviation `deviation` = σ√T
 * (positive), and its mean is the forward (positive).
 */
export function lognormalDistribution(forward: number, deviation: number): PriceDistribution {
  const d2 = (price: number) => Math.log(forward / price) / deviation - 0.5 * deviation
  return {
    forward,
    below: (price) => (price > 0 ? normalCdf(-d2(price)) : 0),
    density: (price) => (price > 0 ? normalDensity(d2(price)) / (price * deviation) : 0),
    put: (strike) => (strike > 0 ? blackPrice(false, forward, strike, 1, deviation, 1) : 0),
    call: (strike) => (strike > 0 ? blackPrice(true, forward, strike, 1, deviation, 1) : forward - strike),
  }
}

/** Factor by which a bracket grows until it holds the quantile. */
const GROWTH = 2
const MAX_GROWTHS = 60

/** The price with P(S ≤ price) = q, for 0 < q < 1; NaN beyond every price that doubles reach. */
export function quantile({ forward, below }: PriceDistribution, q: number): number {
  const miss = (logarithm: number) => below(forward * Math.exp(logarithm)) - q
  let reach = 0.05
  for (let count = 0; count < MAX_GROWTHS && !(miss(-reach) <= 0 && miss(reach) >= 0); count++) reach *= GROWTH
  return forward * Math.exp(findRoot(miss, -reach, reach))
}

/** A range of prices with its probability and the mean price within it. */
export interface Cell {
  readonly low: number
  /** Infinite for the last. */
  readonly high: number
  readonly probability: number
  readonly mean: number
}

/** Mass of each tail that is one cell. */
const TAIL = 1e-7
const CELLS = 512

/**
 * The whole distribution in cells: `count` even steps of ln S with edges at `corners` too, where a payoff bends, and one
 * cell for each tail. The probabilities add up to 1 and the means to the forward, so that the expectation of a function
 * that is linear in every cell is exact.
 */
export function cellsOf(distribution: PriceDistribution, corners: readonly number[], count = CELLS): Cell[] {
  const [low, high] = [Math.log(quantile(distribution, TAIL)), Math.log(quantile(distribution, 1 - TAIL))]
  const steps = Array.from({ length: count + 1 }, (_, index) => Math.exp(low + ((high - low) * index) / count))
  const inside = corners.filter((corner) => corner > 0 && Number.isFinite(corner))
  const edges = [...new Set([...steps, ...inside])].sort((a, b) => a - b)
  const ends = [0, ...edges, Number.POSITIVE_INFINITY]
  const cells: Cell[] = []
  for (const [index, edge] of ends.slice(0, -1).entries()) {
    const cell = cellBetween(distribution, edge, ends[index + 1] ?? Number.POSITIVE_INFINITY)
    if (cell.probability > 0) cells.push(cell)
  }
  return cells
}

/** The mean of a cell follows from option prices: E[S; S ≤ K] = K·P(S ≤ K) − E[max(K − S, 0)]. */
export function cellBetween(distribution: PriceDistribution, low: number, high: number): Cell {
  const { forward, below, put } = distribution
  const upTo = (price: number) => {
    if (price === 0) return { mass: 0, first: 0 }
    if (price === Number.POSITIVE_INFINITY) return { mass: 1, first: forward }
    const mass = below(price)
    return { mass, first: price * mass - put(price) }
  }
  const [start, end] = [upTo(low), upTo(high)]
  const probability = end.mass - start.mass
  const mean = (end.first - start.first) / probability
  // Differences of nearly equal numbers: a cell without mass has no mean.
  return { low, high, probability, mean: Math.min(Math.max(mean, low), high) }
}
