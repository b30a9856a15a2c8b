/**
 * Φ(x) to an absolute error of 1e-13 without an exponential, for integrands that are evaluated millions of times. Use
 * `normalCdf` where the tail needs relative precision.
 */
import { at } from '../column.ts'
import { normalCdf, normalDensity } from './mills.ts'

const END = 8.5
const PER_UNIT = 8
const TABLE = cdfTable()

/** Per node eight Taylor coefficients: c₀ = Φ, c₁ = φ, cₖ₊₂ = −(x·cₖ₊₁ + k·cₖ/(k + 1))/(k + 2). */
function cdfTable(): Float64Array<ArrayBuffer> {
  const table = new Float64Array((2 * END * PER_UNIT + 1) * 8)
  for (let i = 0; i < table.length; i += 8) {
    const x = i / 8 / PER_UNIT - END
    table[i] = normalCdf(x)
    table[i + 1] = normalDensity(x)
    for (let k = 0; k < 6; k++) {
      table[i + k + 2] = -(x * at(table, i + k + 1) + (k * at(table, i + k)) / (k + 1)) / (k + 2)
    }
  }
  return table
}

/** Φ(x), 0 and 1 beyond ±8.5. */
export function fastNormalCdf(x: number): number {
  if (!(x > -END)) return 0
  if (x >= END) return 1
  const scaled = (x + END) * PER_UNIT
  const node = (scaled + 0.5) | 0
  const d = (scaled - node) * (1 / PER_UNIT)
  const i = node * 8
  const w = d * d
  const odd = at(TABLE, i + 1) + w * (at(TABLE, i + 3) + w * (at(TABLE, i + 5) + w * at(TABLE, i + 7)))
  return at(TABLE, i) + w * (at(TABLE, i + 2) + w * (at(TABLE, i + 4) + w * at(TABLE, i + 6))) + d * odd
}
