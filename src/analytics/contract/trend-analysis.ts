import { z } from 'zod'
import { Indicators } from './indicators.ts'

export const TrendHorizon = z
  .enum(['short', 'medium', 'long'])
  .describe('short looks at days, medium at weeks, long at months.')

export type TrendHorizon = z.infer<typeof TrendHorizon>

export const TrendAnalysis = z
  .object({
    horizon: TrendHorizon,
    direction: z
      .enum(['bullish', 'bearish', 'neutral'])
      .nullable()
      .describe('bullish from a score of +20, bearish from −20, neutral between; null without a score.'),
    score: z
      .int()
      .min(-100)
      .max(100)
      .nullable()
      .describe('−100 (strong downtrend) to 100 (strong uptrend); null with fewer than 15 bars.'),
    indicators: Indicators,
    reasons: z.array(z.string()).describe('The three largest contributions to the score, in words with their numbers.'),
  })
  .meta({ id: 'TrendAnalysis' })

export type TrendAnalysis = z.infer<typeof TrendAnalysis>
