import { z } from 'zod'
import type { Focus } from '../../catalogue/operation.ts'
import { pickedFields } from '../../catalogue/picked-fields.ts'
import { WindowDate } from '../../catalogue/window-date.ts'
import { invalid } from '../../lib/errors.ts'
import { orNull } from '../../lib/math/numbers.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { isMonthlyExpiration } from '../../market/domain/calendar/option-expirations.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, Dte } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { orderedBounds } from '../../market/operations/ordered-bounds.ts'
import { openInterestDated } from '../contract/open-interest-date.ts'
import { ListedExpiration, OptionRow } from '../contract/option-rows.ts'
import { chainPage } from '../domain/chain/chain-page.ts'
import { emptySelection } from '../domain/chain/expiration-filter.ts'
import { contradictionWarnings, listedExpirations, matchingRows, optionRow } from '../domain/chain/option-chain-rows.ts'
import type { AnalyticsContext } from './context.ts'
import { defineOperation } from './context.ts'
import { openInterestDateOf } from './open-interest-date.ts'

const MAX_ROWS = 50_000

const OptionField = OptionRow.keyof()
const FIELDS = OptionField.options
const strike = z.number().min(0).max(100_000)

const Input = orderedBounds(
  z.object({
    symbol: UnderlyingSymbol,
    expiration_date: WindowDate.optional().describe('Only this expiration date, YYYY-MM-DD.'),
    option_type: z.enum(['call', 'put']).optional().describe('Calls or puts.'),
    strike_min: strike.optional().describe('Lowest, USD.'),
    strike_max: strike.optional().describe('Highest, USD.'),
    dte_min: Dte.optional().describe('Only expirations this many calendar days away or more.'),
    dte_max: Dte.optional().describe(
      'Only expirations within this many calendar days; 0 is those of the session itself.',
    ),
    strikes_around_atm: z
      .int()
      .min(0)
      .max(1000)
      .optional()
      .describe('Per expiration, this many strikes on each side of the nearest to the price.'),
    min_open_interest: z.int().min(0).max(1_000_000_000).optional().describe('An unknown one does not pass.'),
    fields: z
      .array(OptionField)
      .min(1)
      .max(FIELDS.length)
      .optional()
      .describe('Only these fields of each row, and option_symbol; all by default.'),
    limit: z.int().min(1).max(MAX_ROWS).optional().describe('Maximum number of rows; all by default.'),
    cursor: z.string().max(40).optional().describe('The next_cursor of the previous page.'),
    date: TradingDate.optional(),
  }),
  [
    ['strike_min', 'strike_max', 'below'],
    ['dte_min', 'dte_max', 'below'],
  ],
)

const Output = z.object({
  underlying_price: z.number().nullable().describe('Price of the underlying, USD per share.'),
  ...openInterestDated,
  expirations: z
    .array(ListedExpiration)
    .describe('The expirations of the contracts that match, in order of settlement.'),
  data: z
    .array(OptionRow.partial().required({ option_symbol: true }))
    .describe(
      'One row per contract, by settlement, strike, call before put; every field, or the requested ones. Model figures have 6 significant digits.',
    ),
  total: z.int().min(0).max(1_000_000).describe('Contracts that match, on all pages.'),
  next_cursor: z.string().nullable().describe('Pass as cursor for the next page; null on the last.'),
})

export const optionsChainOperation = defineOperation({
  name: 'options_chain',
  title: 'Options chain',
  description:
    'Listed contracts of one symbol with quotes, open interest, implied volatility (decimal, null where none exists) and greeks of our own engine (theta per day, vega per volatility point).',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/options', errors: ['not_found'] },
  input: Input,
  output: enveloped(Output),
  example: { symbol: 'SPY', dte_max: 7, strikes_around_atm: 2 },
  csv: ({ data }) => ({ columns: FIELDS.filter((field) => data[0] === undefined || field in data[0]), rows: data }),
  concise: {
    view: 'The nearest monthly expiration and 10 strikes on each side of the price.',
    narrow: 'give expiration_date, option_type or strikes_around_atm',
    table: {
      list: 'data',
      columns: [
        'expiration_date',
        'strike',
        'option_type',
        'bid',
        'ask',
        'implied_volatility',
        'delta',
        'open_interest',
        'volume',
      ],
      chosenBy: 'fields',
      maxRows: 42,
    },
    lists: { expirations: { maxItems: 12, columns: ['expiration_date', 'dte', 'settlement', 'forward', 'atm_iv'] } },
    focus: chainFocus,
  },
  async dataVersion({ symbol, date }, { viewAt }) {
    const view = await viewAt(date)
    return [await view.chain(symbol)]
  },
  async run(input, context) {
    const view = await context.viewAt(input.date)
    const chain = await view.chain(input.symbol)
    const valued = await context.analysisOf(chain).valued()
    const rows = matchingRows(valued, filterOf(input))
    // Expired contracts have rows, but no unexpired expiration.
    const unlisted = rows.length > 0 ? [] : emptySelection(valued, filterOf(input))
    const page = chainPage(valued, rows, input)
    if (!page) throw invalid([{ path: 'cursor', message: 'must be the next_cursor of an earlier answer' }])
    return {
      symbol: input.symbol,
      ...envelope(view, {
        ...chain,
        warnings: [...valued.warnings, ...unlisted, ...contradictionWarnings(valued, page.rows)],
      }),
      ...openInterestDateOf(chain),
      underlying_price: orNull(valued.spot),
      expirations: listedExpirations(valued, rows),
      data: page.rows.map((row) => pickedFields(optionRow(valued, row), 'option_symbol', input.fields)),
      total: rows.length,
      next_cursor: page.nextCursor,
    }
  },
})

function filterOf(input: z.output<typeof Input>) {
  return {
    expirationDate: input.expiration_date,
    optionType: input.option_type,
    strikeMin: input.strike_min,
    strikeMax: input.strike_max,
    dteMin: input.dte_min,
    dteMax: input.dte_max,
    strikesAroundAtm: input.strikes_around_atm,
    minOpenInterest: input.min_open_interest,
  }
}

const STRIKES_EACH_SIDE = 10

/** The contracts that most requests need: the whole chain of an index fund has ten thousand. */
async function chainFocus(input: z.output<typeof Input>, { viewAt }: AnalyticsContext): Promise<Focus | null> {
  const anyExpiration =
    input.expiration_date === undefined && input.dte_min === undefined && input.dte_max === undefined
  const anyStrike =
    input.strike_min === undefined && input.strike_max === undefined && input.strikes_around_atm === undefined
  if (!anyExpiration && !anyStrike) return null
  const monthly = anyExpiration ? nearestMonthly(await (await viewAt(input.date)).chain(input.symbol)) : undefined
  const parts = [
    ...(monthly === undefined ? [] : [`expiration ${monthly}`]),
    ...(anyStrike ? [`${STRIKES_EACH_SIDE} strikes on each side of the price`] : []),
  ]
  if (parts.length === 0) return null
  return {
    input: {
      ...(monthly === undefined ? {} : { expiration_date: monthly }),
      ...(anyStrike ? { strikes_around_atm: STRIKES_EACH_SIDE } : {}),
    },
    note: `Narrowed to ${parts.join(' and ')}: expiration_date, dte_max, strike_min, strike_max and strikes_around_atm choose others.`,
  }
}

/** The first monthly expiration after the session; the first expiration of a chain without one. */
function nearestMonthly({ expirations, sessionDate }: OptionChain): string | undefined {
  const dates = expirations.map(({ expirationDate }) => expirationDate).sort()
  const ahead = dates.filter((date) => date > sessionDate)
  return ahead.find(isMonthlyExpiration) ?? ahead[0] ?? dates.at(-1)
}
