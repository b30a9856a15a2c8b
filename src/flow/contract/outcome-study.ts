import { z } from 'zod'
import { MEASURES } from '../domain/sums/outcome-study.ts'

const count = (text: string) => z.int().min(0).max(1_000_000_000).describe(text)
const rate = (text: string) => z.number().min(0).max(1).nullable().describe(`${text} 0 to 1; null below 30 prints.`)
const move = (text: string) => z.number().nullable().describe(`${text} Percent; null below 30 prints.`)

export const StudiedOutcome = z
  .object({
    horizon: z.int().min(1).max(20).describe('Sessions after that of the print.'),
    measure: z
      .enum(MEASURES)
      .describe(
        'option: mid of the contract at that close against the price paid, or its value at expiration; underlying: its close against its price at the print; open_interest: whether it rose by half the size or more until the next session.',
      ),
    count: count('Prints whose outcome is known.'),
    hit_rate: rate('Share that moved with the aggressor; of open_interest, that were confirmed.'),
    median_pct: move('Median move with the aggressor.'),
    lower_quartile_pct: move('A quarter of the moves are lower.'),
    upper_quartile_pct: move('A quarter of the moves are higher.'),
    matched_count: count('Random prints to compare with that have an outcome.'),
    matched_hit_rate: rate('hit_rate of the random prints.'),
    matched_median_pct: move('median_pct of the random prints.'),
    too_few: z.boolean().describe('Fewer than 30 prints: no conclusion is possible.'),
  })
  .meta({ id: 'StudiedOutcome' })

export type StudiedOutcome = z.infer<typeof StudiedOutcome>

export const FlowOutcomes = z
  .object({
    sessions: count('Sessions of the window that are counted, at the shortest horizon.'),
    data: z.array(StudiedOutcome).describe('One row per horizon and measure.'),
  })
  .meta({ id: 'FlowOutcomes' })
