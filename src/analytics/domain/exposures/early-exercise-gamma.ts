/**
 * Early-exercise correction to the gamma of a chain at other prices of the underlying: the gamma of the premium where a
 * contract is held, and no gamma where it would be exercised immediately.
 */
import { at } from '../../../lib/math/columns.ts'
import { exercisePremium } from '../../../pricing/american/exercise-premium.ts'
import type { ExerciseTable } from '../../../pricing/american/exercise-table.ts'
import { BY_M, BY_M_M, EXERCISED, HELD, reading } from '../../../pricing/american/premium-reading.ts'
import { logMoneyness } from '../../../pricing/european/black.ts'
import { normalDensity } from '../../../pricing/european/mills.ts'
import type { ExpirationPricing } from '../valuation/expiration-pricing.ts'

/** Columns of the whole chain. */
export interface WeightedRows {
  readonly volatility: Float64Array
  /** Shares, calls positive and puts negative; NaN excludes a row. */
  readonly weight: Float64Array
}

/**
 * Adds weight × (American − European gamma) of one expiration to `out` for every price of `spots` (USD). Gamma is the
 * change of delta per USD 1 of `spot`, the stated price; the effective spot moves in proportion.
 */
export function addEarlyExerciseGamma(
  pricing: ExpirationPricing,
  { volatility, weight }: WeightedRows,
  spot: number,
  spots: Float64Array,
  out: Float64Array,
): void {
  const { tables, rows, firstRow } = pricing
  if (!tables) return
  for (let i = 0; i < rows.count; i++) {
    const table = (rows.isCall[i] === 1 ? tables.calls[0] : tables.puts[0]) ?? null
    const shares = at(weight, firstRow + i)
    const sigma = at(volatility, firstRow + i)
    if (!table || shares === 0 || Number.isNaN(shares) || Number.isNaN(sigma)) continue
    addRow(pricing, table, at(rows.strike, i), sigma, shares, spot, spots, out)
  }
}

function addRow(
  { terms }: ExpirationPricing,
  table: ExerciseTable,
  strike: number,
  sigma: number,
  shares: number,
  spot: number,
  spots: Float64Array,
  out: Float64Array,
): void {
  const base = logMoneyness(terms.spot, strike)
  for (let j = 0; j < spots.length; j++) {
    const level = at(spots, j)
    const shift = Math.log(level / spot)
    const m = table.isCall ? -base - shift : base + shift
    const state = exercisePremium(table, m, sigma, strike)
    if (state === HELD) {
      const scale = table.isCall ? terms.spot / spot / level : strike / level / level
      out[j] = at(out, j) + shares * scale * (at(reading, BY_M_M) - at(reading, BY_M))
    } else if (state === EXERCISED) {
      out[j] = at(out, j) - shares * europeanGamma(terms, strike, sigma, spot, level, shift)
    }
  }
}

/** DQ·φ(d1)/(S·s), with the forward moving in proportion to the spot. */
function europeanGamma(
  { forward, discountFactor, rootYears }: ExpirationPricing['terms'],
  strike: number,
  sigma: number,
  spot: number,
  level: number,
  shift: number,
): number {
  const s = sigma * at(rootYears, 0)
  const d1 = (logMoneyness(at(forward, 0), strike) + shift) / s + 0.5 * s
  return (at(forward, 0) * at(discountFactor, 0) * normalDensity(d1)) / (spot * level * s)
}
