import { z } from 'zod'
import { PREMIUM_BASES } from '../domain/chain/premium-ratio.ts'
import { figureRange } from './figure-range.ts'
import { gammaFields } from './gamma-exposure.ts'
import { ivFields } from './iv-term-structure.ts'
import { openInterestDated } from './open-interest-date.ts'

const ratio = (text: string) => z.number().min(0).nullable().describe(`${text} Null when the calls are 0 or unknown.`)

export const OptionMetrics = z
  .object({
    underlying_price: z.number().nullable().describe('S, USD per share.'),
    ...openInterestDated,
    put_call_ratio_volume: ratio('Volume of puts over volume of calls.'),
    put_call_ratio_open_interest: ratio('Open interest of puts over open interest of calls.'),
    put_call_ratio_premium: ratio(
      'Premium of put prints over premium of call prints, of the prints that the tape lists; without a tape of Σ volume × mid × multiplier, with a warning.',
    ),
    premium_basis: z
      .enum(PREMIUM_BASES)
      .optional()
      .describe(
        'The source of put_call_ratio_premium. prints: the tape, as options_flow and net_flow. volume_at_mid: an estimate from the chain.',
      ),
    tape_volume: z
      .number()
      .min(0)
      .nullable()
      .optional()
      .describe('Contracts of the prints that the tape lists, calls and puts; null without a tape.'),
    tape_share_pct: z
      .number()
      .min(0)
      .nullable()
      .optional()
      .describe(
        '100 × tape_volume / total_volume: below 100 the tape lists a part of the trades, above 100 it is later than the chain.',
      ),
    atm_iv: z
      .number()
      .nullable()
      .describe(
        'Implied volatility at the money forward of the requested expiration, else of the first with dte of 1 or more. Decimal per year.',
      ),
    atm_iv_range: figureRange('atm_iv'),
    ...ivFields,
    iv30_range: figureRange('iv30'),
    ...gammaFields,
    net_dex: z
      .number()
      .nullable()
      .describe('Σ delta × open interest × multiplier × S with signed deltas, no dealer sign. USD of delta.'),
    net_vanna_exposure: z
      .number()
      .nullable()
      .describe('Σ vanna × open interest × multiplier × S, calls plus, puts minus. USD of delta per volatility point.'),
    net_charm_exposure: z
      .number()
      .nullable()
      .describe('Σ charm × open interest × multiplier × S, calls plus, puts minus. USD of delta per calendar day.'),
    max_pain: z
      .number()
      .nullable()
      .describe(
        'Strike at which holders of the included contracts receive least at expiration; the lowest on ties. USD.',
      ),
    expected_move: z
      .number()
      .nullable()
      .describe('S × atm_iv × √T of the same expiration: one standard deviation, USD per share.'),
    expected_move_expiration: z
      .string()
      .nullable()
      .optional()
      .describe('The expiration date of atm_iv and expected_move, YYYY-MM-DD.'),
    expected_move_range: figureRange('expected_move'),
    expected_move_pct: z.number().nullable().describe('100 × expected_move / S.'),
    rr25: z
      .number()
      .nullable()
      .describe(
        'IV of the 25-delta call − IV of the 25-delta put: negative for equities in normal times. At 30 days unless an expiration is requested. Decimal.',
      ),
    bf25: z
      .number()
      .nullable()
      .describe('Mean IV of the 25-delta call and put − at-the-money IV of the same maturity. Decimal.'),
    total_volume: z
      .number()
      .min(0)
      .nullable()
      .describe('Contracts traded today, calls and puts; unknown ones left out.'),
    total_open_interest: z.number().min(0).nullable().describe('Open interest, calls and puts; unknown ones left out.'),
  })
  .meta({ id: 'OptionMetrics' })

export type OptionMetrics = z.infer<typeof OptionMetrics>
