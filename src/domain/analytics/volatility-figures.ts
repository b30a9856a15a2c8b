/** Volatilities of a whole chain at constant maturities: at the money, and at 25 delta on both sides. */
import type { ValuedChain, ValuedExpiration } from './chain-valuation.ts'
import { constantMaturity, type VariancePoint } from './constant-maturity.ts'
import { wingVariances } from './skew.ts'
import type { WithWarnings } from './with-warnings.ts'

/** Decimals; NaN is unknown. */
export interface ConstantMaturities {
  readonly iv30: number
  readonly iv60: number
  readonly iv90: number
}

export interface Skew {
  /** IV of the 25-delta call − IV of the 25-delta put, decimal. */
  readonly rr25: number
  /** Mean of the two − at-the-money IV, decimal. */
  readonly bf25: number
}

/** Expirations of the day itself are left out: minutes before settlement their volatility says nothing of a month. */
export function termExpirations({ expirations }: ValuedChain): ValuedExpiration[] {
  return expirations.filter(({ expired, dte }) => !expired && dte >= 1)
}

export function constantMaturities(valued: ValuedChain): WithWarnings<ConstantMaturities> {
  const points = termExpirations(valued).map((expiration) =>
    point(expiration, expiration.atmIv ** 2 * expiration.yearsToExpiry),
  )
  const [iv30, iv60, iv90] = [30, 60, 90].map((days) => constantMaturity(points, days))
  return {
    answer: {
      iv30: iv30?.answer ?? Number.NaN,
      iv60: iv60?.answer ?? Number.NaN,
      iv90: iv90?.answer ?? Number.NaN,
    },
    warnings: [...new Set([iv30, iv60, iv90].flatMap((entry) => entry?.warnings ?? [])), ...roughSmiles(valued)],
  }
}

/** Smiles of enough strikes for a smooth curve, whose quotes allow none that is free of arbitrage. */
function roughSmiles(valued: ValuedChain): string[] {
  const rough = termExpirations(valued).filter(({ slice }) => slice && slice.shape === 'linear' && slice.points >= 5)
  if (rough.length === 0) return []
  const dates = rough.map(({ expirationDate }) => expirationDate)
  const named = dates.length > 5 ? `${dates.slice(0, 5).join(', ')} and ${dates.length - 5} more` : dates.join(', ')
  return [`Quotes allow no smooth smile without arbitrage for ${named}: volatility is read straight between strikes.`]
}

/** At 30 days, interpolated in total variance at fixed delta. */
export function monthlySkew(valued: ValuedChain, iv30: number): Skew {
  const wings = termExpirations(valued).map((expiration) => ({
    expiration,
    ...wingVariances(expiration, valued.spot),
  }))
  const call = constantMaturity(
    wings.map((wing) => point(wing.expiration, wing.call)),
    30,
  )
  const put = constantMaturity(
    wings.map((wing) => point(wing.expiration, wing.put)),
    30,
  )
  return { rr25: call.answer - put.answer, bf25: 0.5 * (call.answer + put.answer) - iv30 }
}

export function expirationSkew(expiration: ValuedExpiration, spot: number): Skew {
  const { call, put } = wingVariances(expiration, spot)
  const callIv = Math.sqrt(call / expiration.yearsToExpiry)
  const putIv = Math.sqrt(put / expiration.yearsToExpiry)
  return { rr25: callIv - putIv, bf25: 0.5 * (callIv + putIv) - expiration.atmIv }
}

/** One standard deviation to the expiration, USD; NaN when the volatility is unknown. */
export function expectedMove(spot: number, { atmIv, yearsToExpiry }: ValuedExpiration): number {
  return spot * atmIv * Math.sqrt(yearsToExpiry)
}

/**
 * The same to the first expiration that settles after an instant, which is how large a move the options expect around
 * an event; NaN when nothing is listed beyond it.
 */
export function expectedMoveAfter({ spot, expirations }: ValuedChain, instantMs: number): number {
  const first = expirations.find(({ expired, settlesAtMs }) => !expired && settlesAtMs > instantMs)
  return first ? expectedMove(spot, first) : Number.NaN
}

function point({ yearsToExpiry, expirationDate }: ValuedExpiration, variance: number): VariancePoint {
  return { yearsToExpiry, expirationDate, variance }
}
