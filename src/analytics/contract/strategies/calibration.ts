import { z } from 'zod'

const percent = (text: string) => z.number().min(0).max(100).nullable().describe(`${text} Percent.`)
const score = (text: string) => z.number().min(0).max(1).nullable().describe(text)

export const Calibration = z
  .object({
    days: z.int().describe('Calendar days to the expirations that were compared: near 7, 30 or 60.'),
    count: z.int().min(0).describe('Past windows that do not overlap and whose close is known; figures need 30.'),
    coverage_50_pct: percent('Closes between the quantiles 25 % and 75 %; 50 where the probabilities are right.'),
    coverage_80_pct: percent('Closes between the quantiles 10 % and 90 %.'),
    coverage_80_low_pct: percent('Low end of the 80 % interval (Wilson) of coverage_80_pct.'),
    coverage_80_high_pct: percent('High end of it.'),
    coverage_90_pct: percent('Closes between the quantiles 5 % and 95 %.'),
    bins: z
      .array(z.int().min(0))
      .describe(
        'Closes by tenth of their implied probability, the lowest first; even where it is right. Empty below 30.',
      ),
    brier: score('Mean square of the miss of P(close < forward); 0.25 is that of a coin.'),
    brier_lognormal: score('The same at one volatility.'),
  })
  .meta({ id: 'Calibration' })

export type Calibration = z.infer<typeof Calibration>
