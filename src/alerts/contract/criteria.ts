import { z } from 'zod'
import { MAX_FILTERS, readFilter } from '../../analytics/domain/screener/screen-filter.ts'
import { TRADE_TYPES } from '../../flow/domain/flow-row.ts'
import { ALERT_TYPES } from '../../flow/domain/score/alert-rules.ts'
import { SIDES } from '../../flow/domain/tape/print-side.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { LEVEL_DEFINITIONS, LEVEL_DIRECTIONS, LEVEL_KINDS } from '../domain/level-kinds.ts'

export const MAX_CRITERIA_SYMBOLS = 10
const MAX_SCREEN_SYMBOLS = 50
const MAX_PREMIUM = 1e12

function oneOrMore<Item extends z.ZodType<string>>(item: Item, max: number) {
  return z
    .array(item)
    .min(1, 'must contain at least one; leave it out for all')
    .max(max)
    .refine((list) => new Set(list).size === list.length, 'must not contain duplicates')
}

const symbols = oneOrMore(UnderlyingSymbol, MAX_CRITERIA_SYMBOLS).describe('Underlyings, at most 10; all if absent.')
const premium = z.number().min(0).max(MAX_PREMIUM)
const days = z.int().min(0).max(3_650)

export const FlowCriteria = z
  .strictObject({
    symbols: symbols.optional(),
    option_type: z.enum(['call', 'put']).optional().describe('Calls or puts; both if absent.'),
    premium_min: premium.optional().describe('Minimum premium of the print, USD, inclusive.'),
    premium_max: premium.optional().describe('Maximum premium of the print, USD, inclusive.'),
    unusual_score_min: z.number().min(0).max(100).optional().describe('Minimum unusual score, 0 to 100.'),
    sides: oneOrMore(z.enum(SIDES), SIDES.length).optional().describe('Sides of the quote at which it traded.'),
    dte_min: days.optional().describe('Minimum calendar days to expiration.'),
    dte_max: days.optional().describe('Maximum calendar days to expiration.'),
    volume_oi_ratio_min: z.number().min(0).max(1e9).optional().describe('Minimum volume over open interest.'),
    alert_types: oneOrMore(z.enum(ALERT_TYPES), ALERT_TYPES.length)
      .optional()
      .describe('Patterns; the print must show at least one.'),
    trade_types: oneOrMore(z.enum(TRADE_TYPES), TRADE_TYPES.length).optional().describe('Types of print.'),
  })
  .refine(({ premium_min: min, premium_max: max }) => min === undefined || max === undefined || min <= max, {
    path: ['premium_max'],
    message: 'must be premium_min or more',
  })
  .refine(({ dte_min: min, dte_max: max }) => min === undefined || max === undefined || min <= max, {
    path: ['dte_max'],
    message: 'must be dte_min or more',
  })
export type FlowCriteria = z.infer<typeof FlowCriteria>

export const IdeaCriteria = z.strictObject({
  symbols: symbols.optional(),
  direction: z.enum(['bullish', 'bearish', 'neutral']).optional().describe('Direction of the idea; any if absent.'),
  strategies: oneOrMore(z.string().trim().min(1).max(200), 20)
    .optional()
    .describe('Strategy labels; the idea must have one of them.'),
  min_confidence: z.number().min(0).max(1).optional().describe('Minimum confidence, 0 to 1, inclusive.'),
})
export type IdeaCriteria = z.infer<typeof IdeaCriteria>

export const LevelCriteria = z
  .strictObject({
    symbols,
    level: z.enum(LEVEL_KINDS).describe('What is crossed; net_gex crosses zero.'),
    value: z
      .number()
      .min(0)
      .max(1e9)
      .optional()
      .describe('The level of price (USD), iv_rank (0 to 100) and earnings_days (days before the report).'),
    direction: z
      .enum(LEVEL_DIRECTIONS)
      .optional()
      .describe('Only crossings to this side; both if absent. support is crossed to below, resistance to above.'),
    rearm_distance: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'How far from the level the value must go before the rule rings again: percent of the level (0.25 by default), for iv_rank points (2), for net_gex percent of call plus put gamma (2).',
      ),
  })
  .superRefine(({ level, value, direction }, { addIssue }) => {
    const { hasValue, only } = LEVEL_DEFINITIONS[level]
    if (hasValue && value === undefined)
      addIssue({ code: 'custom', path: ['value'], message: `is required for ${level}` })
    if (!hasValue && value !== undefined)
      addIssue({
        code: 'custom',
        path: ['value'],
        message: `must be left out for ${level}: the market gives the level`,
      })
    if (only !== undefined && direction !== undefined && direction !== only)
      addIssue({ code: 'custom', path: ['direction'], message: `must be ${only} or left out for ${level}` })
  })
export type LevelCriteria = z.infer<typeof LevelCriteria>

export const ScreenCriteria = z.strictObject({
  filters: z
    .array(z.string().trim().max(120))
    .min(1, 'must contain at least one')
    .max(MAX_FILTERS)
    .superRefine((filters, { addIssue }) => {
      for (const [index, text] of filters.entries()) {
        const read = readFilter(text)
        if (typeof read === 'string') addIssue({ code: 'custom', path: [index], message: read })
      }
    })
    .describe('Filters of the screener, all of which must hold: iv_rank >= 70.'),
  symbols: oneOrMore(UnderlyingSymbol, MAX_SCREEN_SYMBOLS).optional().describe('Only these; all if absent.'),
})
export type ScreenCriteria = z.infer<typeof ScreenCriteria>

export const CRITERIA = {
  option_flow: FlowCriteria,
  trade_idea: IdeaCriteria,
  market_level: LevelCriteria,
  screen: ScreenCriteria,
} as const
export type AlertSource = keyof typeof CRITERIA
