import { z } from 'zod'
import { figureRange } from './figure-range.ts'
import { SurfaceGrid } from './volatility-surface.ts'

const volatility = (text: string) => z.number().nullable().describe(`${text} Decimal per year (0.25 is 25 %).`)

/** Fields shared by several answers. */
export const ivFields = {
  iv30: volatility(
    'Implied volatility at 30 calendar days: at the money forward, linear in total variance between the expirations around it; null beyond the listed range.',
  ),
  iv_rank: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('100 (iv30 − min)/(max − min) over the last 252 sessions, 0 to 100; null below 60 sessions.'),
  iv_percentile: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('Share in % of the 252 sessions before with a lower iv30, 0 to 100; null below 60 sessions.'),
} as const

export const TermStructureState = z
  .enum(['contango', 'backwardation', 'flat', 'unknown'])
  .describe(
    'contango when iv90 (else iv60) is more than 2 % above iv30, backwardation when more than 2 % below, flat between, unknown without both.',
  )

export type TermStructureState = z.infer<typeof TermStructureState>

export const IvTermStructure = z
  .object({
    iv30: ivFields.iv30,
    iv30_range: figureRange('iv30'),
    iv60: volatility('Implied volatility at 60 calendar days, as iv30.'),
    iv90: volatility('Implied volatility at 90 calendar days, as iv30.'),
    iv_rank: ivFields.iv_rank,
    iv_percentile: ivFields.iv_percentile,
    rv10: volatility('Realized volatility of the last 10 daily returns (sample deviation × √252).'),
    rv20: volatility('The same of 20 returns.'),
    rv30: volatility('The same of 30 returns.'),
    rv60: volatility('The same of 60 returns.'),
    iv_minus_rv30: z
      .number()
      .nullable()
      .describe('iv30 − rv30, a difference of decimals: positive when options cost more than the past month moved.'),
    state: TermStructureState,
    points: z
      .array(
        z.object({
          expiration_date: z.string().describe('YYYY-MM-DD.'),
          settlement: z.enum(['am', 'pm']).describe('am: on the opening prints; pm: on the close.'),
          dte: z.int().min(0).max(10_000).describe('Calendar days from the session date.'),
          atm_iv: volatility('Implied volatility at the money forward.'),
          atm_iv_range: figureRange('atm_iv'),
          forward: z.number().nullable().describe('Forward price implied by put-call parity, USD per share.'),
          expected_move: z
            .number()
            .nullable()
            .describe('S × atm_iv × √T: one standard deviation to the expiration, USD per share.'),
          expected_move_range: figureRange('expected_move'),
          expected_move_pct: z.number().nullable().describe('100 × expected_move / S.'),
        }),
      )
      .describe('One per unexpired expiration, in order of settlement.'),
    surface: SurfaceGrid.optional().describe('IV by fixed delta and days; only where surface or against is given.'),
  })
  .meta({ id: 'IvTermStructure' })

export type IvTermStructure = z.infer<typeof IvTermStructure>
