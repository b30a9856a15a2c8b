import { z } from 'zod'
import { SCORE_FACTORS } from '../domain/score/unusual-score.ts'
import { FlowOutcome } from './flow-outcome.ts'
import { FlowPrint } from './flow-print.ts'

export const ScorePart = z
  .object({
    factor: z
      .enum(SCORE_FACTORS)
      .describe(
        'size, premium, volume_oi, history, execution, order_type, timing, strike; combination: how rare they are together; accumulation: another trade in a contract that is steadily bought, alone or with the strikes next to it.',
      ),
    points: z
      .int()
      .min(0)
      .max(100)
      .describe(
        'Share of the factor in unusual_score, in proportion to maximum × clamp((rank − 0.5)/0.499, 0, 1)², where rank is the share of earlier prints of the same liquidity class and days to expiry with a lower value. Rounded so that the parts add up to unusual_score.',
      ),
    reason: z.string().describe('One sentence with the figures.'),
  })
  .meta({ id: 'ScorePart' })

export type ScorePart = z.infer<typeof ScorePart>

export const UnusualPrint = FlowPrint.extend({
  score_breakdown: z.array(ScorePart).describe('Adds up to unusual_score.'),
  outcome: FlowOutcome.describe('Returns of the contract since the print, as far as known.'),
}).meta({ id: 'UnusualPrint' })

export type UnusualPrint = z.infer<typeof UnusualPrint>

export const UnusualActivity = z
  .object({
    data: z
      .array(UnusualPrint.partial().required({ id: true }))
      .describe('In the requested order, by score by default; every field, or the requested ones.'),
    total: z.int().min(0).max(1_000_000_000).describe('Rows that pass the filters.'),
    next_cursor: z.string().nullable().describe('Pass as cursor for the next rows; null when there are none.'),
  })
  .meta({ id: 'UnusualActivity' })

/** An answer with all fields of each row. */
export type UnusualActivity = Omit<z.infer<typeof UnusualActivity>, 'data'> & { readonly data: readonly UnusualPrint[] }
