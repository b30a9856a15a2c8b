/**
 * Gamma of a whole chain re-evaluated over a grid of spots, volatilities held per contract and forwards moving with the
 * spot. Contracts more than eight standard deviations away count as zero.
 */
import { logMoneyness } from './black.ts'
import { at } from './column.ts'
import type { ContractRows, ExpirationTerms } from './contract-columns.ts'
import { normalDensity } from './mills.ts'

const FARTHEST = 8

/**
 * Adds up weightᵢ·Γᵢ(S) into `out` for every S of `spots` (USD); Γ is the change of delta per USD 1. Rows with an unknown
 * weight or volatility, without volatility or expired are left out.
 */
export function gammaProfile(
  terms: ExpirationTerms,
  rows: ContractRows,
  volatility: Float64Array,
  weight: Float64Array,
  spots: Float64Array,
  out: Float64Array,
): void {
  out.fill(0)
  const shifts = spots.map((spot) => logMoneyness(spot, terms.spot))
  for (let i = 0; i < rows.count; i++) {
    const e = rows.expirationIndex[i] ?? 0
    const years = at(terms.yearsToExpiry, e)
    const s = at(volatility, i) * Math.sqrt(Math.max(years, 0))
    const factor = (at(weight, i) * at(terms.dividendFactor, e)) / s
    const centre = logMoneyness(at(terms.forward, e), at(rows.strike, i)) + 0.5 * s * s
    if (s > 0 && Number.isFinite(factor) && Number.isFinite(centre)) addRow(centre, s, factor, shifts, spots, out)
  }
}

function addRow(
  centre: number,
  s: number,
  factor: number,
  shifts: Float64Array,
  spots: Float64Array,
  out: Float64Array,
): void {
  for (let j = 0; j < spots.length; j++) {
    const d1 = (centre + at(shifts, j)) / s
    if (d1 > -FARTHEST && d1 < FARTHEST) out[j] = at(out, j) + (factor * normalDensity(d1)) / at(spots, j)
  }
}
