/** The conditions of a rule: all that are given must hold. An unknown key is refused, since it would match nothing. */
import { z } from 'zod'
import { ALERT_TYPES } from '../flow/alert-rules.ts'
import { TRADE_TYPES } from '../flow/flow-row.ts'
import { SIDES } from '../flow/print-side.ts'
import { UnderlyingSymbol } from '../market/symbol.ts'

export const MOST_CRITERIA_SYMBOLS = 10
const MOST_PREMIUM = 1e12

function oneOrMore<Item extends z.ZodType<string>>(item: Item, most: number) {
  return z
    .array(item)
    .min(1, 'must name at least one; leave it out for all')
    .max(most)
    .refine((list) => new Set(list).size === list.length, 'must name each once')
}

const symbols = oneOrMore(UnderlyingSymbol, MOST_CRITERIA_SYMBOLS).describe('Underlyings, at most 10; left out: all.')
const premium = z.number().min(0).max(MOST_PREMIUM)
const days = z.int().min(0).max(3_650)

export const FlowCriteria = z
  .strictObject({
    symbols: symbols.optional(),
    option_type: z.enum(['call', 'put']).optional().describe('Calls or puts; left out: both.'),
    premium_min: premium.optional().describe('Least premium of the print, USD, included.'),
    premium_max: premium.optional().describe('Largest premium of the print, USD, included.'),
    unusual_score_min: z.number().min(0).max(100).optional().describe('Least unusual score, 0 to 100.'),
    sides: oneOrMore(z.enum(SIDES), SIDES.length).optional().describe('Where it traded against the quote.'),
    dte_min: days.optional().describe('Fewest calendar days to expiration.'),
    dte_max: days.optional().describe('Most calendar days to expiration.'),
    volume_oi_ratio_min: z.number().min(0).max(1e9).optional().describe('Least volume over open interest.'),
    alert_types: oneOrMore(z.enum(ALERT_TYPES), ALERT_TYPES.length)
      .optional()
      .describe('Patterns, one of which it shows.'),
    trade_types: oneOrMore(z.enum(TRADE_TYPES), TRADE_TYPES.length).optional().describe('Kinds of print.'),
  })
  .refine(({ premium_min: least, premium_max: most }) => least === undefined || most === undefined || least <= most, {
    path: ['premium_max'],
    message: 'must be premium_min or more',
  })
  .refine(({ dte_min: least, dte_max: most }) => least === undefined || most === undefined || least <= most, {
    path: ['dte_max'],
    message: 'must be dte_min or more',
  })
export type FlowCriteria = z.infer<typeof FlowCriteria>

export const IdeaCriteria = z.strictObject({
  symbols: symbols.optional(),
  direction: z.enum(['bullish', 'bearish', 'neutral']).optional().describe('Direction of the idea; left out: any.'),
  strategies: oneOrMore(z.string().trim().min(1).max(200), 20)
    .optional()
    .describe('Strategy labels, one of which it has.'),
  min_confidence: z.number().min(0).max(1).optional().describe('Least confidence, 0 to 1, included.'),
})
export type IdeaCriteria = z.infer<typeof IdeaCriteria>

export const CRITERIA = { option_flow: FlowCriteria, trade_idea: IdeaCriteria } as const
export type AlertSource = keyof typeof CRITERIA
