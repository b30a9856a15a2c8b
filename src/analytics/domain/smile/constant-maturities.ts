/** Volatility and skew of a chain at constant maturities, and expected moves. */

import type { WithWarnings } from '../../../lib/with-warnings.ts'
import { constantMaturity, type VariancePoint } from '../../../pricing/constant-maturity.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { wingVariances } from './skew.ts'

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

/** Unexpired, without those of the session date: minutes before settlement, a volatility carries no information. */
export function termExpirations({ expirations }: Pick<ValuedChain, 'expirations'>): ValuedExpiration[] {
  return expirations.filter(({ expired, dte }) => !expired && dte >= 1)
}

/**
 * Volatility at the money at 30, 60 and 90 days, interpolated in total variance. NaN where no expiration lies before or
 * none after; the warnings name expirations between which total variance falls.
 */
export function constantMaturities(valued: Pick<ValuedChain, 'expirations'>): WithWarnings<ConstantMaturities> {
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
    warnings: [...new Set([iv30, iv60, iv90].flatMap((entry) => entry?.warnings ?? []))],
  }
}

/** Skew at 30 days, interpolated in total variance at fixed delta; NaN where a wing is unknown. */
export function monthlySkew(valued: ValuedChain, iv30: number): Skew {
  const wings = termExpirations(valued).map((expiration) => ({
    expiration,
    ...wingVariances(expiration),
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

/** Skew of one expiration at 25 delta; NaN where a wing is unknown. */
export function expirationSkew(expiration: ValuedExpiration): Skew {
  const { call, put } = wingVariances(expiration)
  const callIv = Math.sqrt(call / expiration.yearsToExpiry)
  const putIv = Math.sqrt(put / expiration.yearsToExpiry)
  return { rr25: callIv - putIv, bf25: 0.5 * (callIv + putIv) - expiration.atmIv }
}

/**
 * S × atm_iv × √T, with the forward in place of S for options on forwards: one standard deviation to the expiration, USD
 * per share; NaN when the volatility is unknown.
 */
export function expectedMove({ referencePrice, atmIv, yearsToExpiry }: ValuedExpiration): number {
  return referencePrice * atmIv * Math.sqrt(yearsToExpiry)
}

/**
 * The expected move to the first expiration that settles after an instant, for the move implied around an event; NaN when
 * nothing is listed after it.
 */
export function expectedMoveAfter({ expirations }: ValuedChain, instantMs: number): number {
  const first = expirations.find(({ expired, settlesAtMs }) => !expired && settlesAtMs > instantMs)
  return first ? expectedMove(first) : Number.NaN
}

function point({ yearsToExpiry, expirationDate }: ValuedExpiration, variance: number): VariancePoint {
  return { yearsToExpiry, expirationDate, variance }
}
