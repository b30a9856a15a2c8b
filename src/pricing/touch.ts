/** Chances that a price reaches a level before an instant, and not only at it. */
import { mills, normalCdf, normalDensity } from './european/mills.ts'

export interface TouchTerms {
  readonly spot: number
  /** Above or below the spot, positive. */
  readonly level: number
  readonly years: number
  /** Decimal per year. */
  readonly volatility: number
  /** Continuous drift of the price: rate less yield. */
  readonly drift: number
}

/**
 * Probability, 0 to 1, that a lognormal price touches the level within `years`, watched continuously, by the reflection
 * principle (E. G. Haug, The Complete Guide to Option Pricing Formulas, 2nd ed. 2007, section 4.19). 1 at the level; without
 * time or volatility 0.
 */
export function touchProbability({ spot, level, years, volatility, drift }: TouchTerms): number {
  const distance = Math.log(level / spot)
  if (distance === 0) return 1
  const deviation = volatility * Math.sqrt(years)
  if (!(deviation > 0)) return 0
  const logDrift = drift - 0.5 * volatility * volatility
  const away = Math.abs(distance)
  const towards = Math.sign(distance) * logDrift * years
  const chance = normalCdf((towards - away) / deviation) + reflected(away / deviation, towards / deviation)
  return Math.min(Math.max(chance, 0), 1)
}

/** e^(2νh/σ²)·Φ(−away − towards), where the factor overflows while Φ underflows. */
function reflected(away: number, towards: number): number {
  const sum = away + towards
  return sum > 0 ? normalDensity(away - towards) * mills(sum) : Math.exp(2 * towards * away) * normalCdf(-sum)
}
