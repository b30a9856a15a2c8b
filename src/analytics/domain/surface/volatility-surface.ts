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

/** One curve through all expirations of a chain; null with few strikes. */
export type SurfaceCurve = VolatilitySurface['ssvi']
/** The fit of one expiration, without what compares it with its neighbours. */
export type SliceFit = Omit<VolatilitySurface['slices'][number], 'forward_iv' | 'crosses_next'>

/** What was fitted to one chain. */
export interface SurfaceFits {
  /** Of `fittedExpirations`, in their order. */
  readonly slices: readonly SliceFit[]
  readonly curve: SurfaceCurve
}

/** `past` is the same symbol at the session to compare with. */
export function volatilitySurface(
  valued: ValuedChain,
  { slices, curve }: SurfaceFits,
  { tenors, past }: { readonly tenors: readonly number[]; readonly past: ValuedChain | null },
): VolatilitySurface {
  const expirations = fittedExpirations(valued)
  const crossing = new Set(calendarCrossings(valued).map(([near]) => near))
  return {
    underlying_price: orNull(valued.spot),
    ...surfaceGrid(valued, tenors, past),
    slices: expirations.map((expiration, index) => {
      const slice = slices[index]
      if (!slice) throw new RangeError(`Expiration ${index} of ${expirations.length} has no fit`)
      const forwardIv = forwardVolatility(datedOf(expirations[index - 1]), datedOf(expiration))
      return { ...slice, forward_iv: orNull(forwardIv), crosses_next: crossing.has(expiration) }
    }),
    ssvi: curve,
  }
}

/** Those with a smile. */
export function fittedExpirations({ expirations }: ValuedChain): ValuedExpiration[] {
  return expirations.filter(({ expired, slice }) => !expired && slice !== null)
}

/** Some tens of milliseconds. */
export function surfaceCurve(valued: ValuedChain): SurfaceCurve {
  const ssvi = fittedSsvi(
    fittedExpirations(valued).flatMap(({ slice, yearsToExpiry }) => (slice ? [{ slice, years: yearsToExpiry }] : [])),
  )
  return ssvi && { ...ssvi.curve, rms_iv_points: ssvi.rmsPoints }
}

/** Of the expiration at `index` of `fittedExpirations`; throws where there is none. Some tens of milliseconds. */
export function sliceFit(valued: ValuedChain, index: number): SliceFit {
  const expiration = fittedExpirations(valued)[index]
  if (!expiration) throw new RangeError(`There is no fitted expiration ${index}`)
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

function datedOf(expiration: ValuedExpiration | undefined) {
  return { iv: expiration?.atmIv ?? 0, years: expiration?.yearsToExpiry ?? 0 }
}

function leastDensity(curve: SmileCurve): number {
  const { lowestK, highestK } = curve
  let least = Number.POSITIVE_INFINITY
  for (let point = 0; point <= DENSITY_POINTS; point++) {
    least = Math.min(least, densityOfLogarithm(curve, lowestK + ((highestK - lowestK) * point) / DENSITY_POINTS))
  }
  return least
}
