/** The strikes with the largest gamma exposure. Both can be the same strike, and either can be on any side of the price. */
import { at } from '../../../lib/math/columns.ts'
import type { StrikeExposures } from './grouped-exposures.ts'

export interface Walls {
  /** Strike with the largest call GEX, USD; NaN when no call has any. */
  readonly callWall: number
  /** Strike with the most negative put GEX, USD; NaN when no put has any. */
  readonly putWall: number
}

/** Ties go to the strike nearest to the spot, then to the lower one. */
export function walls({ strikes, callGex, putGex }: StrikeExposures, spot: number): Walls {
  return {
    callWall: strikeOfLargest(strikes, callGex, spot),
    putWall: strikeOfLargest(
      strikes,
      putGex.map((gex) => -gex),
      spot,
    ),
  }
}

function strikeOfLargest(strikes: Float64Array, sizes: Float64Array, spot: number): number {
  let wall = Number.NaN
  let largest = 0
  for (let index = 0; index < strikes.length; index++) {
    const strike = at(strikes, index)
    const size = at(sizes, index)
    const nearer = size === largest && Math.abs(strike - spot) < Math.abs(wall - spot)
    if (size > largest || nearer) {
      wall = strike
      largest = size
    }
  }
  return wall
}
