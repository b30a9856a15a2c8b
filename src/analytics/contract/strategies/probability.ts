import { z } from 'zod'
import { Calibration } from './calibration.ts'

const chance = (text: string) => z.number().nullable().describe(`${text} 0 to 1.`)

export const Probability = z.object({
  underlying_price: z.number().nullable().describe('USD per share.'),
  target_date: z.string().describe('The date of the probabilities, YYYY-MM-DD.'),
  expiration_date: z
    .string()
    .nullable()
    .describe('The expiration that was used: that of target_date, else the next one.'),
  settlement: z.enum(['am', 'pm']).nullable().describe('am: on the opening prints; pm: on the close.'),
  interpolated: z.boolean().describe('Whether no contract expires on target_date.'),
  forward: z.number().nullable().describe('The mean of the distribution, USD per share.'),
  atm_iv: z.number().nullable().describe('Implied volatility at the money to target_date. Decimal per year.'),
  event: z.string().nullable().describe('What the probability is of, in words; null without above and below.'),
  probability: chance('Implied by option prices.'),
  probability_lognormal: chance('The same at one volatility, atm_iv.'),
  probability_realized: chance('The same at the realized volatility of 30 sessions.'),
  touch: z
    .object({
      price: z.number().describe('USD per share.'),
      close_beyond: chance('Probability to end beyond it on target_date.'),
      probability: chance('Estimated probability to touch it before.'),
      upper_bound: chance('No model that agrees with the option prices has a higher one.'),
    })
    .nullable()
    .describe('Of the price in touch; null without one.'),
  quantiles: z
    .array(
      z.object({
        q: z.number().describe('Probability of a lower price, 0 to 1.'),
        price: z.number().describe('USD per share.'),
      }),
    )
    .describe('Prices that the underlying ends below with probability q.'),
  density: z
    .array(
      z.object({
        price: z.number().describe('USD per share.'),
        density: z.number().describe('Probability per USD.'),
        probability_below: z.number().describe('Probability of a lower price, 0 to 1.'),
      }),
    )
    .describe('Between the quantiles 0.5 % and 99.5 %, in even steps of price.'),
  mass_beyond_quotes: chance('Probability beyond the quoted strikes; null where interpolated.'),
  within_quotes_pct: z
    .number()
    .nullable()
    .describe(
      'Percent of the strikes whose price under the distribution is inside bid and ask; null where interpolated.',
    ),
  calibration: Calibration.describe('How often such probabilities came true before the session.'),
  cone: z
    .array(
      z.object({
        expiration_date: z.string().describe('YYYY-MM-DD.'),
        quantiles: z
          .array(z.number())
          .describe('Prices that the underlying ends below with 10, 25, 50, 75 and 90 %. USD per share.'),
      }),
    )
    .optional()
    .describe('Only with cone: the expirations up to that of target_date.'),
  method: z.string().describe('How the distribution is made, and what it is not.'),
})

export type Probability = z.infer<typeof Probability>
