/** Premium of puts against calls, and how much of the session's volume it covers. */
import { orNull } from '../../../lib/math/numbers.ts'
import type { WithWarnings } from '../../../lib/with-warnings.ts'
import { bothSides, type PutCallTotals, putCallRatio, type SideTotals } from '../exposures/put-call-ratios.ts'

/** Sums of the prints that a tape lists of the selected expirations. */
export interface TapeSums {
  /** Price × size × multiplier, USD. */
  readonly premium: SideTotals
  /** Contracts, calls and puts. */
  readonly volume: number
}

export const PREMIUM_BASES = ['prints', 'volume_at_mid'] as const

interface PremiumRatio {
  readonly put_call_ratio_premium: number | null
  readonly premium_basis: (typeof PREMIUM_BASES)[number]
  readonly tape_volume: number | null
  readonly tape_share_pct: number | null
}

/** From the prints of the tape, or without one from the volume of the chain at the present mid. */
export function premiumRatio(chain: PutCallTotals, tape: TapeSums | undefined): WithWarnings<PremiumRatio> {
  const share = tape ? (100 * tape.volume) / bothSides(chain.volume) : Number.NaN
  return {
    answer: {
      put_call_ratio_premium: orNull(putCallRatio(tape?.premium ?? chain.premium)),
      premium_basis: tape ? 'prints' : 'volume_at_mid',
      tape_volume: tape?.volume ?? null,
      tape_share_pct: Number.isFinite(share) ? share : null,
    },
    warnings: tape ? [] : [NO_TAPE],
  }
}

const NO_TAPE = 'put_call_ratio_premium is computed from volume × mid: there is no tape.'
