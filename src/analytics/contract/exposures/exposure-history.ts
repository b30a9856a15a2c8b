import { z } from 'zod'
import { SNAPSHOT_GREEKS } from '../../domain/exposures/exposure-snapshot.ts'

const figure = (text: string) => z.number().nullable().describe(text)

export const ExposureHistory = z.object({
  greek: z
    .enum(SNAPSHOT_GREEKS)
    .describe('What the values are; zero_dte is the gamma of contracts that expire on the day.'),
  unit: z.string().describe('Unit and sign of the values.'),
  interval_minutes: z.int().min(1).max(60).describe('Minutes from one time to the next.'),
  missing_minutes: z.int().min(0).max(100_000).describe('Times between the first and the last without a snapshot.'),
  strikes: z.array(z.number()).describe('Within 8 % of the price at some time, ascending. USD.'),
  data: z
    .array(
      z.object({
        time: z.string().describe('UTC, a whole minute.'),
        underlying_price: figure('USD per share.'),
        iv30: figure('Implied volatility at 30 days, decimal per year.'),
        net_gex: figure('Of all contracts. USD of stock to trade per 1 % move.'),
        net_dex: figure('Σ delta × open interest × multiplier × S with signed deltas. USD of delta.'),
        net_vanna_exposure: figure('Calls plus, puts minus. USD of delta per volatility point.'),
        net_charm_exposure: figure('Calls plus, puts minus. USD of delta per calendar day.'),
        gamma_flip: figure('Price at which net GEX is zero, the nearest to underlying_price. USD per share.'),
        call_wall: figure('Strike with the largest call GEX. USD.'),
        put_wall: figure('Strike with the most negative put GEX. USD.'),
      }),
    )
    .describe('One row for each time, in order; all figures null where no snapshot was taken.'),
  values: z
    .array(z.array(z.number().nullable()))
    .describe(
      'By time, then strike, in the unit of the answer; null where nothing is listed or no snapshot was taken.',
    ),
  sessions: z.array(z.string()).describe('Sessions with snapshots, the newest first. YYYY-MM-DD.'),
})

export type ExposureHistory = z.infer<typeof ExposureHistory>
