/** Lowest and highest value of the volatility figures within the width of the quotes. */
import { at } from '../../../lib/math/columns.ts'
import type { FigureRange } from '../../contract/figure-range.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { constantMaturities, expectedMove } from './constant-maturities.ts'
import { atmWidths, volatilityWidths } from './volatility-widths.ts'

export interface VolatilityRanges {
  readonly iv30: FigureRange | null
  /** One entry per expiration; USD per share for the expected move. */
  readonly atmIv: readonly (FigureRange | null)[]
  readonly expectedMove: readonly (FigureRange | null)[]
}

/** Null where the figure is unknown. The surfaces of bid and ask are valued as the published one is. */
export function volatilityRanges(valued: ValuedChain): VolatilityRanges {
  const widths = atmWidths(valued, volatilityWidths(valued))
  const surface = (side: 1 | -1) => ({
    ...valued,
    expirations: valued.expirations.map((expiration, index) => ({
      ...expiration,
      atmIv: Math.max(expiration.atmIv + side * at(widths, index), 0),
    })),
  })
  const [low, high] = [surface(-1), surface(1)]
  const ends = (figure: (of: ValuedChain, index: number) => number) =>
    valued.expirations.map((_, index) => rangeOf(figure(low, index), figure(high, index)))
  return {
    iv30: rangeOf(constantMaturities(low).answer.iv30, constantMaturities(high).answer.iv30),
    atmIv: ends(({ expirations }, index) => expirations[index]?.atmIv ?? Number.NaN),
    expectedMove: ends(({ expirations }, index) => {
      const expiration = expirations[index]
      return expiration ? expectedMove(expiration) : Number.NaN
    }),
  }
}

function rangeOf(low: number, high: number): FigureRange | null {
  return Number.isNaN(low + high) ? null : { low, high }
}
