/** Volatility by fixed delta and calendar days. */
import { orNull } from '../../../lib/math/numbers.ts'
import { constantMaturity } from '../../../pricing/constant-maturity.ts'
import type { SurfaceGrid } from '../../contract/volatility-surface.ts'
import { termExpirations } from '../smile/constant-maturities.ts'
import { varianceAtDelta } from '../smile/skew.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'

/** Percent; negative for puts, 50 at the money forward. */
export const SURFACE_DELTAS = [-10, -25, 50, 25, 10] as const
/** Calendar days. */
export const USUAL_TENORS: readonly number[] = [7, 14, 30, 60, 90, 180, 365]
const AT_MONEY = 50

/** `past` is the same symbol at another session. */
export function surfaceGrid(
  valued: Pick<ValuedChain, 'expirations'>,
  tenors: readonly number[],
  past: ValuedChain | null,
): SurfaceGrid {
  const now = volatilities(valued, tenors)
  const then = past && volatilities(past, tenors)
  return {
    deltas: [...SURFACE_DELTAS],
    tenors: [...tenors],
    grid: now.map((row) => row.map(orNull)),
    forward_iv: forwardBetween(tenors, now),
    against: past?.chain.sessionDate ?? null,
    change:
      then &&
      now.map((row, tenor) => row.map((iv, delta) => orNull(100 * (iv - (then[tenor]?.[delta] ?? Number.NaN))))),
  }
}

/** Decimal by tenor and delta; NaN where an expiration around the tenor, or its strike, is not quoted. */
function volatilities(valued: Pick<ValuedChain, 'expirations'>, tenors: readonly number[]): number[][] {
  const expirations = termExpirations(valued)
  const columns = SURFACE_DELTAS.map((delta) =>
    expirations.map((expiration) => ({
      yearsToExpiry: expiration.yearsToExpiry,
      expirationDate: expiration.expirationDate,
      variance: varianceOf(expiration, delta),
    })),
  )
  return tenors.map((days) => columns.map((points) => constantMaturity(points, days).answer))
}

function varianceOf(expiration: ValuedExpiration, delta: number): number {
  if (delta === AT_MONEY) return expiration.atmIv ** 2 * expiration.yearsToExpiry
  return varianceAtDelta(expiration, delta / 100)
}

function forwardBetween(tenors: readonly number[], grid: readonly (readonly number[])[]): (number | null)[] {
  const column = SURFACE_DELTAS.indexOf(AT_MONEY)
  return tenors.map((days, index) => {
    const [to, from] = [
      grid[index]?.[column] ?? Number.NaN,
      index === 0 ? 0 : (grid[index - 1]?.[column] ?? Number.NaN),
    ]
    return orNull(forwardVolatility({ iv: from, years: (tenors[index - 1] ?? 0) / 365 }, { iv: to, years: days / 365 }))
  })
}

export interface DatedVolatility {
  /** Decimal per year. */
  readonly iv: number
  readonly years: number
}

/** Volatility from one instant to a later one, decimal per year; NaN where total variance falls or one is unknown. */
export function forwardVolatility(near: DatedVolatility, far: DatedVolatility): number {
  return Math.sqrt((far.iv ** 2 * far.years - near.iv ** 2 * near.years) / (far.years - near.years))
}
