/**
 * Gamma of a chain over a grid of spots, with the volatility of each contract held and forwards moving with the spot.
 * Contracts more than eight standard deviations away count as zero.
 */

import { at } from './column.ts'
import type { ContractRows, ExpirationTerms } from './contract-columns.ts'
import { logMoneyness } from './european/black.ts'
import { normalDensity } from './european/mills.ts'

const MAX_DEVIATIONS = 8
const NODES_PER_UNIT = 64

/** φ at 0, 1/64, … 8; between them φ(z + δ) = φ(z)·e^(−δ(z + δ/2)), whose exponent stays below 1/16. */
const DENSITY = Float64Array.from({ length: MAX_DEVIATIONS * NODES_PER_UNIT + 1 }, (_, i) =>
  normalDensity(i / NODES_PER_UNIT),
)

/**
 * Writes Σ weightᵢ·Γᵢ(S) into `out` for every S of `spots` (USD). Γ is the change of delta per USD 1, accurate to 1e-12 of
 * each term. Skips expired rows and rows whose weight or volatility is NaN or 0. Adjacent rows of equal strike and
 * volatility are evaluated once.
 */
export function sumGamma(
  terms: ExpirationTerms,
  rows: ContractRows,
  volatility: Float64Array,
  weight: Float64Array,
  spots: Float64Array,
  out: Float64Array,
): void {
  const shifts = spots.map((spot) => logMoneyness(spot, terms.spot))
  out.fill(0)
  let sum = 0
  for (let i = 0; i < rows.count; i++) {
    const own = at(weight, i)
    if (Number.isFinite(own)) sum += own
    if (i + 1 < rows.count && sameEvaluation(rows, volatility, i)) continue
    if (sum !== 0) addStrike(terms, rows, volatility, i, sum, shifts, out)
    sum = 0
  }
  for (let j = 0; j < spots.length; j++) out[j] = at(out, j) / at(spots, j)
}

/** Whether row i + 1 has the expiration, strike and volatility of row i. */
function sameEvaluation(rows: ContractRows, volatility: Float64Array, i: number): boolean {
  return (
    at(rows.strike, i) === at(rows.strike, i + 1) &&
    at(volatility, i) === at(volatility, i + 1) &&
    rows.expirationIndex[i] === rows.expirationIndex[i + 1]
  )
}

/** Adds weight·Γ(S)·S of one strike at every level. */
function addStrike(
  terms: ExpirationTerms,
  rows: ContractRows,
  volatility: Float64Array,
  i: number,
  weight: number,
  shifts: Float64Array,
  out: Float64Array,
): void {
  const e = rows.expirationIndex[i] ?? 0
  const s = at(volatility, i) * at(terms.rootYears, e)
  const centre = logMoneyness(at(terms.forward, e), at(rows.strike, i)) + 0.5 * s * s
  const inverseS = 1 / s
  const factor = weight * at(terms.dividendFactor, e) * inverseS
  if (!(s > 0 && Number.isFinite(factor) && Number.isFinite(centre))) return
  for (let j = 0; j < shifts.length; j++) {
    const d1 = Math.abs((centre + at(shifts, j)) * inverseS)
    if (!(d1 < MAX_DEVIATIONS)) continue
    const node = (d1 * NODES_PER_UNIT + 0.5) | 0
    const z = node * (1 / NODES_PER_UNIT)
    const y = (d1 - z) * -0.5 * (d1 + z)
    const tail = 1 / 24 + y * (1 / 120 + y * (1 / 720))
    out[j] = at(out, j) + factor * at(DENSITY, node) * (1 + y * (1 + y * (0.5 + y * (1 / 6 + y * tail))))
  }
}
