import { orNull } from '../../../lib/math/numbers.ts'
import type { VolatilitySurface } from '../../contract/volatility-surface.ts'
import { smileOf, withinQuotes } from '../distribution/chain-distribution.ts'
import { densityOfLogarithm, type SmileCurve } from '../distribution/implied-distribution.ts'
import { calendarCrossings } from '../smile/calendar-arbitrage.ts'
import { expirationSkew } from '../smile/constant-maturities.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { forwardVolatility, surfaceGrid } from './surface-grid.ts'
import { fittedSsvi, fittedSvi } from './svi.ts'

const DENSITY_POINTS = 200

/** `past` is the same symbol at the session to compare with. */
export function volatilitySurface(
  valued: ValuedChain,
  { tenors, past }: { readonly tenors: readonly number[]; readonly past: ValuedChain | null },
): VolatilitySurface {
  const usable = valued.expirations.filter(({ expired, slice }) => !expired && slice !== null)
  const crossing = new Set(calendarCrossings(valued).map(([near]) => near))
  const ssvi = fittedSsvi(
    usable.flatMap(({ slice, yearsToExpiry }) => (slice ? [{ slice, years: yearsToExpiry }] : [])),
  )
  return {
    underlying_price: orNull(valued.spot),
    ...surfaceGrid(valued, tenors, past),
    slices: usable.map((expiration, index) => ({
      ...sliceOf(valued, expiration),
      forward_iv: orNull(forwardVolatility(datedOf(usable[index - 1]), datedOf(expiration))),
      crosses_next: crossing.has(expiration),
    })),
    ssvi: ssvi && { ...ssvi.curve, rms_iv_points: ssvi.rmsPoints },
  }
}

function datedOf(expiration: ValuedExpiration | undefined) {
  return { iv: expiration?.atmIv ?? 0, years: expiration?.yearsToExpiry ?? 0 }
}

function sliceOf(valued: ValuedChain, expiration: ValuedExpiration) {
  const { expirationDate, settlement, dte, forward, atmIv, slice, yearsToExpiry } = expiration
  const skew = expirationSkew(expiration)
  const smooth = smileOf(expiration)
  const svi = slice && fittedSvi(slice, yearsToExpiry)
  return {
    expiration_date: expirationDate,
    settlement,
    dte,
    forward: orNull(forward),
    atm_iv: orNull(atmIv),
    rr25: orNull(skew.rr25),
    bf25: orNull(skew.bf25),
    svi: svi && { ...svi.curve, rms_iv_points: svi.rmsPoints },
    within_quotes_pct: smooth ? orNull(withinQuotes(valued, expiration, smooth)) : null,
    least_density: smooth ? leastDensity(smooth.curve) : null,
  }
}

function leastDensity(curve: SmileCurve): number {
  const { lowestK, highestK } = curve
  let least = Number.POSITIVE_INFINITY
  for (let point = 0; point <= DENSITY_POINTS; point++) {
    least = Math.min(least, densityOfLogarithm(curve, lowestK + ((highestK - lowestK) * point) / DENSITY_POINTS))
  }
  return least
}
