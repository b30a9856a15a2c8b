import { z } from 'zod'
import { DIRECTIONS } from '../domain/direction.ts'

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
      .describe('Share in % of both that supports the requested direction; null without one, or when it is neutral.'),
    against_pct: z.number().min(0).max(100).nullable().describe('100 − for_pct.'),
  })
  .meta({ id: 'FlowBias' })

export type FlowBias = z.infer<typeof FlowBias>
