import { z } from 'zod'
import { LEVEL_METHODS } from '../domain/levels/level-candidate.ts'
import { Pivots } from './pivots.ts'

const PriceLevel = z.object({
  price: z.number().describe('USD; the strength-weighted mean of the merged levels.'),
  strength: z
    .number()
    .min(0)
    .max(1)
    .describe('0 to 1: 1 − Π(1 − strength) over the methods that found it. Evidence, not a probability.'),
  distance_pct: z.number().describe('100 × (price / price of the underlying − 1): negative below.'),
  touches: z
    .int()
    .min(0)
    .max(100_000)
    .describe('Bars of the lookback that came within 0.1 ATR of the level and closed away from it.'),
  sources: z.array(z.enum(LEVEL_METHODS)).describe('The methods that found the level.'),
})

export const SupportResistance = z
  .object({
    support: z.array(PriceLevel).describe('Levels below the price of the underlying, the nearest first.'),
    resistance: z.array(PriceLevel).describe('Levels at or above the price of the underlying, the nearest first.'),
    pivots: Pivots.nullable().describe('Pivot levels of the last finished session; null without one.'),
  })
  .meta({ id: 'SupportResistance' })

export type SupportResistance = z.infer<typeof SupportResistance>

export type Level = z.infer<typeof PriceLevel>
