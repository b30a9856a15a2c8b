import { z } from 'zod'
import { ExposureMatrix, ZeroDte } from './exposure-matrix.ts'
import { MinuteExposures } from './exposures/minute-exposures.ts'
import { figureRange } from './figure-range.ts'
import { openInterestDated } from './open-interest-date.ts'

export const GammaRegime = z
  .enum(['positive', 'negative'])
  .nullable()
  .describe(
    'Sign of net_gex at the present price: positive damps moves, negative amplifies them. Null when it is unknown or zero. With several roots this is not the same as comparing the price with gamma_flip.',
  )

const usdPerPercent = (text: string) => z.number().nullable().describe(`${text} USD of stock to trade per 1 % move.`)
const strikeUsd = (text: string) => z.number().nullable().describe(`${text} USD.`)

/** Fields shared by gamma exposure and option metrics. */
export const gammaFields = {
  net_gex: usdPerPercent('call_gex + put_gex.'),
  call_gex: usdPerPercent('Σ gamma × open interest × multiplier × S² × 0.01 over calls; never negative.'),
  put_gex: usdPerPercent('The same over puts with a minus sign; never positive.'),
  gamma_flip: strikeUsd(
    'Price of the underlying at which the repriced chain has zero net GEX. If there are several, the nearest to S; warnings list the others. Roots between 0.8 S and 1.2 S are found however near they are to each other. Null when there is none between 0.5 S and 1.5 S.',
  ),
  gamma_regime: GammaRegime,
  call_wall: strikeUsd('Strike with the largest call GEX over the included expirations.'),
  put_wall: strikeUsd('Strike with the most negative put GEX over the included expirations; can equal call_wall.'),
  net_gex_range: figureRange('net_gex'),
  gamma_flip_range: figureRange('gamma_flip'),
  call_wall_range: figureRange('call_wall'),
  put_wall_range: figureRange('put_wall'),
  gex_extrapolated_pct: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .optional()
    .describe(
      'Share of call_gex − put_gex that comes from volatilities beyond the quoted strikes or from earlier quotes, percent.',
    ),
} as const

export const GammaExposure = z
  .object({
    unit: z.literal('usd_per_1pct_move').describe('Unit of every GEX figure: USD of stock to trade per 1 % move.'),
    convention: z.string().describe('Whose gamma is counted with which sign, in words.'),
    underlying_price: z.number().nullable().describe('S, USD per share.'),
    ...openInterestDated,
    ...gammaFields,
    data: z
      .array(
        z.object({
          strike: z.number().nullable().describe('Strike in USD; null when grouped by expiration.'),
          expiration_date: z.string().nullable().describe('YYYY-MM-DD; null when grouped by strike.'),
          settlement: z
            .enum(['am', 'pm'])
            .nullable()
            .describe('Which of two expirations of a date (SPX and SPXW); null when grouped by strike.'),
          call_gex: z.number().describe('Calls of this group, USD per 1 % move; never negative.'),
          put_gex: z.number().describe('Puts of this group, USD per 1 % move; never positive.'),
          net_gex: z.number().describe('call_gex + put_gex of this group, USD per 1 % move.'),
          call_open_interest: z
            .number()
            .min(0)
            .describe('Open interest of its calls, contracts; unknown ones left out.'),
          put_open_interest: z.number().min(0).describe('Open interest of its puts, contracts; unknown ones left out.'),
        }),
      )
      .describe(
        'One row per strike in ascending order, or per expiration in order of settlement; none by strike_expiration.',
      ),
    profile: z
      .array(
        z.object({
          underlying_price: z.number().describe('Assumed price of the underlying, USD.'),
          net_gex: z.number().describe('Net GEX of the chain repriced at it, USD per 1 % move.'),
        }),
      )
      .describe('61 levels from 0.8 S to 1.2 S, volatility held per strike; empty without open interest.'),
    matrix: ExposureMatrix.optional().describe('Only with group_by strike_expiration.'),
    minute: MinuteExposures.optional().describe(
      'Only with at: what was kept of that minute. data and profile are empty then, call_gex and put_gex null.',
    ),
    zero_dte: ZeroDte.nullable()
      .optional()
      .describe('With group_by strike_expiration or dte_max 0: contracts that expire on the day; null without any.'),
  })
  .meta({ id: 'GammaExposure' })

export type GammaExposure = z.infer<typeof GammaExposure>
export type GammaFields = Pick<GammaExposure, keyof typeof gammaFields>
export type GammaRegime = GammaFields['gamma_regime']
