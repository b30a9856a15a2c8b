import type { FlowBias } from '../contract/flow-bias.ts'
import type { Direction } from './direction.ts'

/** Premium of classified prints, USD: bullish are calls bought and puts sold, bearish the reverse. */
export interface FlowPremiums {
  readonly bullish: number
  readonly bearish: number
}

/** A side leads when it has at least this share of the premium. */
const LEAN_PCT = 55

/**
 * Which side leads, and the share of the premium for and against a direction, percent; null where there is no premium, or
 * no direction but neutral.
 */
export function flowBias({ bullish, bearish }: FlowPremiums, direction: Direction | null): FlowBias {
  const both = bullish + bearish
  // 100 × 1.38 / 1.38 exceeds 100 in binary floating point.
  const bullishPct = both > 0 ? Math.min((100 * bullish) / both, 100) : Number.NaN
  const forPct = direction === 'bullish' ? bullishPct : 100 - bullishPct
  const isKnown = both > 0 && direction !== null && direction !== 'neutral'
  return {
    bullish_premium: bullish,
    bearish_premium: bearish,
    lean: leanOf(bullishPct),
    for_pct: isKnown ? forPct : null,
    against_pct: isKnown ? 100 - forPct : null,
  }
}

/** NaN (no trades) is neutral. */
function leanOf(bullishPct: number): Direction {
  if (bullishPct >= LEAN_PCT) return 'bullish'
  return bullishPct <= 100 - LEAN_PCT ? 'bearish' : 'neutral'
}
