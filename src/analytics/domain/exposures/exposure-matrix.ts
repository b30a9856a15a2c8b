/** One exposure, or the change of open interest, by strike and expiration. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import type { ExposureMatrix } from '../../contract/exposure-matrix.ts'
import { type ExpirationFilter, isSelected } from '../chain/expiration-filter.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { PER_ONE_PERCENT, referencePrices, sharesOf } from './exposures.ts'
import { MATRIX_UNITS, type MatrixGreek } from './matrix-greek.ts'

export interface MatrixQuery extends ExpirationFilter {
  readonly greek: MatrixGreek
  /** Strikes on each side of the price, and expirations from the first. */
  readonly strikesAround: number
  readonly maxExpirations: number
}

/**
 * The strikes nearest to the price, ascending, over the first expirations. Null where no contract is listed or none of its
 * figures is known. `before` is the last chain of the session before, for the change of open interest; null without one.
 * Contracts that it does not list count from 0.
 */
export function exposureMatrix(
  valued: ValuedChain,
  { greek, strikesAround, maxExpirations, ...filter }: MatrixQuery,
  before: ValuedChain['chain'] | null,
): ExposureMatrix {
  const columns = valued.expirations
    .map((expiration, index) => ({ expiration, index }))
    .filter(({ expiration }) => !expiration.expired && isSelected(expiration, filter))
    .slice(0, maxExpirations)
  const cells = new Map<number, Float64Array>()
  const places = new Map(columns.map(({ index }, place) => [index, place]))
  const figureOf = figureReader(valued, greek, before)
  const { contracts } = valued.chain
  for (let row = 0; row < contracts.count; row++) {
    const place = places.get(indexAt(contracts.expirationIndex, row))
    if (place === undefined || valued.counted[row] !== 1) continue
    const strike = at(contracts.strike, row)
    const cell = cells.get(strike) ?? new Float64Array(columns.length).fill(Number.NaN)
    const value = figureOf(row)
    if (!Number.isNaN(value)) cell[place] = (at(cell, place) || 0) + value
    cells.set(strike, cell)
  }
  const strikes = strikesNear(
    [...cells.keys()].sort((a, b) => a - b),
    valued.spot,
    strikesAround,
  )
  return {
    greek,
    unit: MATRIX_UNITS[greek],
    strikes,
    expirations: columns.map(({ expiration: { expirationDate, settlement } }) => ({
      expiration_date: expirationDate,
      settlement,
    })),
    values: strikes.map((strike) => Array.from(cells.get(strike) ?? [], orNull)),
  }
}

/** The strike nearest to the price and this many on each side of it. */
function strikesNear(strikes: readonly number[], spot: number, around: number): number[] {
  const distances = strikes.map((strike) => Math.abs(strike - spot))
  const nearest = distances.indexOf(Math.min(...distances))
  return nearest < 0
    ? strikes.slice(0, 2 * around + 1)
    : strikes.slice(Math.max(0, nearest - around), nearest + around + 1)
}

/** The figure of one row; NaN when unknown. */
export function figureReader(
  valued: ValuedChain,
  greek: MatrixGreek,
  before: ValuedChain['chain'] | null,
): (row: number) => number {
  const { contracts } = valued.chain
  if (greek === 'open_interest_change') {
    if (!before) return () => Number.NaN
    const earlier = new Map(before.contracts.optionSymbols.map((symbol, row) => [symbol, row]))
    return (row) => {
      const place = earlier.get(contracts.optionSymbols[row] ?? '')
      return at(contracts.openInterest, row) - (place === undefined ? 0 : at(before.contracts.openInterest, place))
    }
  }
  const column = valued[greek]
  const scales = referencePrices(valued).map((price) => (greek === 'gamma' ? price * price * PER_ONE_PERCENT : price))
  const putSide = greek === 'delta' ? 1 : -1
  return (row) => {
    const scale = at(scales, indexAt(contracts.expirationIndex, row))
    const side = contracts.isCall[row] === 1 ? 1 : putSide
    return side * at(column, row) * sharesOf(contracts, row) * scale
  }
}
