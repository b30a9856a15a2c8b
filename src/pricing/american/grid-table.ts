/**
 * Table of early-exercise premiums from finite differences: nodes of log spot for volatilities evenly spaced in ln σ and,
 * with cash dividends, for strikes evenly spaced in ln K, because a dividend is a different share of every strike.
 */

import { at } from '../column.ts'
import { type GridSize, type GridTerms, solvePremiumGrid } from './premium-grid.ts'

/** Distance of neighbouring slices in ln K. */
export const SLICE_STEP = 0.175
/** Rows or slices that an interpolation reads. */
export const STENCIL = 4
const RATE_STEP = 1e-4
/** `rowStep` is the distance of neighbouring rows in ln σ. */
interface TableSize extends GridSize {
  readonly rowStep: number
}

/** Error of a price: 2e-4 of the larger of spot and strike with dividends, 5e-5 without; of a delta 1e-3. */
const DIVIDEND_SIZE: TableSize = { nodes: 129, steps: 28, minSteps: 5, rowStep: 0.25 }
/** For the forward, which the premiums near the money correct by little: 1e-3 of the premium. */
const QUICK_SIZE: TableSize = { nodes: 97, steps: 16, minSteps: 4, rowStep: 0.25 }
const PLAIN_SIZE: TableSize = { nodes: 321, steps: 100, minSteps: 10, rowStep: 0.125 }

/** A cash dividend between now and expiry. */
export interface CashDividend {
  /** Years to the ex-date. */
  readonly years: number
  /** USD per share. */
  readonly amount: number
}

export interface ContractTerms {
  readonly isCall: boolean
  readonly yearsToExpiry: number
  readonly rate: number
  /** Continuous yield beside the dividends. */
  readonly dividendYield: number
  readonly dividends: readonly CashDividend[]
}

export interface Range {
  readonly low: number
  readonly high: number
}

export interface GridTable extends ContractTerms {
  readonly kind: 'grid'
  /** Nodes per row of the grid. */
  readonly nodes: number
  readonly rowStep: number
  /** Index of the first row in steps of ln σ, and number of rows. */
  readonly firstRow: number
  readonly rows: number
  /** The same of ln K, in USD; one slice when no dividend is paid. */
  readonly firstSlice: number
  readonly slices: number
  /** Premium per unit of strike by slice, row and node. */
  readonly premiums: Float64Array
  /** 1 where exercise at once is best. */
  readonly exercised: Float64Array
  /** Derivative of the premium by the rate; null if the table was made without rho. */
  readonly rateSlopes: Float64Array | null
}

/** What a table is for. */
export interface TableRange {
  readonly volatility: Range
  /** USD. */
  readonly strike: Range
}

/** Some tenths of a millisecond per row and slice. `dividends` must ascend and lie between now and expiry. */
export function gridTable(terms: ContractTerms, range: TableRange, withRho: boolean): GridTable {
  const size = terms.dividends.length === 0 ? PLAIN_SIZE : withRho ? DIVIDEND_SIZE : QUICK_SIZE
  const rows = latticeOf(range.volatility, size.rowStep)
  if (terms.dividends.length === 0) return solvedTable(terms, size, rows, [1], 0, withRho)
  const slices = latticeOf(range.strike, SLICE_STEP)
  const strikes = Array.from({ length: slices.count }, (_, slice) => Math.exp((slices.first + slice) * SLICE_STEP))
  return solvedTable(terms, size, rows, strikes, slices.first, withRho)
}

/** For one strike and the volatilities around one, without rho. */
export function strikeTable(terms: ContractTerms, volatility: number, strike: number): GridTable {
  const size = terms.dividends.length === 0 ? PLAIN_SIZE : QUICK_SIZE
  return solvedTable(terms, size, latticeOf({ low: volatility, high: volatility }, size.rowStep), [strike], 0, false)
}

function solvedTable(
  terms: ContractTerms,
  size: TableSize,
  rows: Lattice,
  strikes: readonly number[],
  firstSlice: number,
  withRho: boolean,
): GridTable {
  const slices = { first: firstSlice, count: strikes.length }
  const length = slices.count * rows.count * size.nodes
  const table = {
    ...terms,
    kind: 'grid' as const,
    nodes: size.nodes,
    rowStep: size.rowStep,
    firstRow: rows.first,
    rows: rows.count,
    firstSlice: slices.first,
    slices: slices.count,
    premiums: new Float64Array(length),
    exercised: new Float64Array(length),
    rateSlopes: withRho ? new Float64Array(length) : null,
  }
  const bumped = new Float64Array(size.nodes)
  const ignored = new Float64Array(size.nodes)
  for (const [slice, strike] of strikes.entries()) {
    for (let row = 0; row < rows.count; row++) {
      const volatility = Math.exp((rows.first + row) * size.rowStep)
      const start = (slice * rows.count + row) * size.nodes
      const premiums = table.premiums.subarray(start, start + size.nodes)
      const exercised = table.exercised.subarray(start, start + size.nodes)
      solvePremiumGrid(atStrike(terms, strike, 0), volatility, size, premiums, exercised)
      if (!table.rateSlopes) continue
      solvePremiumGrid(atStrike(terms, strike, RATE_STEP), volatility, size, bumped, ignored)
      for (let node = 0; node < size.nodes; node++) {
        table.rateSlopes[start + node] = (at(bumped, node) - at(premiums, node)) / RATE_STEP
      }
    }
  }
  return table
}

interface Lattice {
  readonly first: number
  readonly count: number
}

/** The lattice points that an interpolation anywhere in the range reads. */
function latticeOf({ low, high }: Range, step: number): Lattice {
  const first = Math.floor(Math.log(low) / step) - 1
  return { first, count: Math.max(Math.floor(Math.log(high) / step) + 2 - first + 1, STENCIL) }
}

/** The terms in units of a strike in USD, at another rate. */
export function atStrike(terms: ContractTerms, strike: number, rateStep: number): GridTerms {
  return {
    isCall: terms.isCall,
    yearsToExpiry: terms.yearsToExpiry,
    rate: terms.rate + rateStep,
    dividendYield: terms.dividendYield,
    dividendYears: Float64Array.from(terms.dividends, ({ years }) => years),
    dividends: Float64Array.from(terms.dividends, ({ amount }) => amount / strike),
  }
}
