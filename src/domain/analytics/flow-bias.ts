/** Which way the premium of a session's option trades leans, and whether that speaks for a thesis or against it. */
import { z } from 'zod'

export const DIRECTIONS = ['bullish', 'bearish', 'neutral'] as const

export type Direction = (typeof DIRECTIONS)[number]

/** Premium of classified prints, USD: bullish are calls bought and puts sold, bearish the reverse. */
export interface FlowPremiums {
  readonly bullish: number
  readonly bearish: number
}

/** Less than this share of either side above a half is no lean. */
const LEAN_PCT = 55

export const FlowBias = z
  .object({
    bullish_premium: z.number().min(0).describe('Premium of calls bought and puts sold in the session, USD.'),
    bearish_premium: z.number().min(0).describe('Premium of puts bought and calls sold in the session, USD.'),
    lean: z
      .enum(DIRECTIONS)
      .describe('The side with 55 % of both or more; neutral when neither has it, or nothing was traded.'),
    for_pct: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('Share in % of both that supports the direction asked about; null without one, or when it is neutral.'),
    against_pct: z.number().min(0).max(100).nullable().describe('100 − for_pct.'),
  })
  .meta({ id: 'FlowBias' })

export type FlowBias = z.infer<typeof FlowBias>

export function flowBias({ bullish, bearish }: FlowPremiums, direction: Direction | null): FlowBias {
  const both = bullish + bearish
  // 100 × 1.38 / 1.38 is more than 100 in binary fractions.
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

/** NaN, of no trades, leans nowhere. */
function leanOf(bullishPct: number): Direction {
  if (bullishPct >= LEAN_PCT) return 'bullish'
  return bullishPct <= 100 - LEAN_PCT ? 'bearish' : 'neutral'
}
