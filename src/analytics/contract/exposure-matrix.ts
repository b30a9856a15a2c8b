import { z } from 'zod'
import { MATRIX_GREEKS } from '../domain/exposures/matrix-greek.ts'

export const ExposureMatrix = z
  .object({
    greek: z.enum(MATRIX_GREEKS).describe('What the values are.'),
    unit: z.string().describe('Unit and sign of the values.'),
    strikes: z.array(z.number()).describe('Those nearest to the price, ascending. USD.'),
    expirations: z
      .array(
        z.object({
          expiration_date: z.string().describe('YYYY-MM-DD.'),
          settlement: z.enum(['am', 'pm']).describe('am: on the opening prints; pm: on the close.'),
        }),
      )
      .describe('In order of settlement.'),
    values: z
      .array(z.array(z.number().nullable()))
      .describe('By strike, then expiration, in the unit of the matrix; null where nothing is listed or known.'),
  })
  .meta({ id: 'ExposureMatrix' })

export type ExposureMatrix = z.infer<typeof ExposureMatrix>

export const ZeroDte = z
  .object({
    share_of_gamma_pct: z.number().nullable().describe('Of the sum of |GEX| over all contracts, percent.'),
    net_gex: z.number().nullable().describe('Of the contracts that expire today. USD per 1 % move.'),
    hours_left: z.number().nullable().describe('Until they settle. Hours.'),
    remaining_move: z.number().nullable().describe('One standard deviation until then, USD.'),
    remaining_move_pct: z.number().nullable().describe('The same in percent of the price.'),
    pin_strike: z
      .number()
      .nullable()
      .describe(
        'Strike with the largest |GEX| within one standard deviation; null where its net GEX is negative. USD.',
      ),
    pin_probability: z
      .number()
      .nullable()
      .describe('Implied probability to end within half a strike of pin_strike, 0 to 1. Pinning is real and weak.'),
    hours: z
      .array(
        z.object({
          time: z.string().describe('UTC.'),
          straddle: z.number().nullable().describe('Value of a straddle at the money, USD per share.'),
          net_gex: z.number().nullable().describe('USD per 1 % move.'),
        }),
      )
      .describe('Until settlement, at an unchanged price and unchanged volatilities.'),
  })
  .meta({ id: 'ZeroDte' })

export type ZeroDte = z.infer<typeof ZeroDte>
