import { z } from 'zod'
import { REJECTIONS } from '../../domain/strategies/search/search-contracts.ts'
import { DIRECTIONS, SEARCHED_TEMPLATES } from '../../domain/strategies/search/search-query.ts'

const usd = (text: string) => z.number().nullable().describe(`${text} USD.`)
const chance = (text: string) => z.number().nullable().describe(`${text} 0 to 1.`)

const FoundRow = z
  .object({
    rank: z.int().describe('1 is the best.'),
    strategy: z.enum(SEARCHED_TEMPLATES).describe('Name of the structure.'),
    legs: z
      .array(z.string())
      .describe('Each as the legs of strategy_analysis: quantity, contract, @ price with half of half the spread.'),
    cost: usd('Paid positive, received negative.'),
    max_loss: usd('At the first expiration of the legs; negative.'),
    max_profit: usd('At the first expiration of the legs; null when unlimited.'),
    profit_at_target: usd('At thesis.price on the target date, after costs.'),
    expected_profit: usd('Mean under the thesis, after costs.'),
    probability_of_profit: chance('Under the thesis, on the target date.'),
    probability_implied: chance('Of the same profit as options price it, without the thesis.'),
    break_evens: z.array(z.number()).describe('At the first expiration of the legs, USD per share.'),
    buying_power: usd('Reg-T estimate, less premium received.'),
    growth: z
      .number()
      .describe('E ln(1 + f × profit / most loss) under the thesis: what ranks. f is the stake of prefer.'),
    reason: z.string().describe('In a sentence.'),
  })
  .meta({ id: 'FoundStrategy' })

export const FoundStrategies = z.object({
  underlying_price: usd('Per share.'),
  thesis: z
    .object({
      price: usd('Mean of the price on the target date, per share.'),
      implied_price: usd('The mean that options price, per share.'),
      direction: z.enum(DIRECTIONS).nullable().describe('Null where target_price was given.'),
      target_date: z.iso.date().describe('YYYY-MM-DD.'),
      iv_points: z.number().describe('Volatility points that are added by then.'),
      max_loss: z.number().describe('USD a unit.'),
    })
    .describe('What was assumed.'),
  considered: z.int().describe('Structures that were compared.'),
  rejected: z
    .array(z.object({ reason: z.enum(REJECTIONS).describe('Why.'), count: z.int().describe('How many.') }))
    .describe(
      'Contracts left out (no_bid, wide, open_interest, delta, far_strike, off_model, no_volatility) and structures (risk_share of the width, small_price, max_loss), most first.',
    ),
  data: z.array(FoundRow).describe('By rank; unlike each other.'),
})

export type FoundStrategies = z.infer<typeof FoundStrategies>
