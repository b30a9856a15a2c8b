import { z } from 'zod'
import { darkPoolCandidates } from '../../domain/analytics/dark-pool-levels.ts'
import { LEVEL_METHODS, type LevelCandidate, type LevelMethod } from '../../domain/analytics/levels.ts'
import { gammaLevels, NEAR_EXPIRATIONS, openInterestLevels } from '../../domain/analytics/option-levels.ts'
import { SupportResistance, silentMethods, supportResistance } from '../../domain/analytics/support-resistance.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import type { StockQuote } from '../../domain/market/quote.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { sessionOn } from '../../domain/market/trading-calendar.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { addDays } from '../../lib/civil-date.ts'
import { orNull } from '../../lib/numbers.ts'
import type { MarketView } from '../../ports/market-source.ts'
import { envelope, enveloped } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { ifKnown } from './if-known.ts'

const DARK_POOL_DAYS = 20

const Method = z.enum(LEVEL_METHODS)

const Input = z.object({
  symbol: UnderlyingSymbol,
  lookback_days: z
    .int()
    .min(1)
    .max(1825)
    .default(120)
    .describe('Calendar days of daily bars for swing and volume_profile, up to the last finished session.'),
  methods: z
    .array(Method)
    .min(1)
    .max(LEVEL_METHODS.length)
    .optional()
    .describe(
      'Only levels of these methods; all when left out. gamma and open_interest need a chain, dark_pool trades.',
    ),
  date: TradingDate.optional(),
})

export const supportResistanceOperation = defineOperation({
  name: 'support_resistance',
  title: 'Support and resistance',
  description:
    'Price levels below and above one underlying from pivots, swings and volume of daily bars, gamma walls and flip, open interest, and off-exchange trades, merged where they meet, each with a strength from 0 to 1. Methods without data are named in warnings.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/levels', errors: ['not_found'] },
  input: Input,
  output: enveloped(
    SupportResistance.extend({
      underlying_price: z.number().nullable().describe('Price that distances refer to, USD per share.'),
      from: z.iso.date().describe('First date of the bars that were looked at, YYYY-MM-DD.'),
      to: z.iso.date().describe('Last date of them, YYYY-MM-DD.'),
      methods: z.array(Method).describe('The methods that were asked for.'),
    }),
  ),
  example: { symbol: 'SPY', lookback_days: 120 },
  concise: {
    view: '5 levels on each side, the nearest first.',
    narrow: 'name methods',
    lists: {
      support: { most: 5, columns: ['price', 'strength', 'distance_pct', 'touches', 'sources'] },
      resistance: { most: 5, columns: ['price', 'strength', 'distance_pct', 'touches', 'sources'] },
    },
  },
  async run({ symbol, lookback_days: days, methods: asked, date }, { viewAt, repriced }) {
    const view = await viewAt(date)
    const quote = await view.quote(symbol)
    const methods = LEVEL_METHODS.filter((method) => asked === undefined || asked.includes(method))
    const from = addDays(quote.sessionDate, 1 - days)
    const bars = (await view.dailyBars(symbol, { from })).filter((bar) => isFinished(bar.date, quote))
    const needsChain = methods.includes('gamma') || methods.includes('open_interest')
    const chain = needsChain ? await ifKnown(view.chain(symbol)) : null
    if (chain) await repriced(chain, NEAR_EXPIRATIONS)
    const candidates = [
      ...chainLevels(chain, methods),
      ...(methods.includes('dark_pool') ? await darkPool(view, symbol, quote.price) : []),
    ]
    const { answer, warnings } = supportResistance({ bars, underlyingPrice: quote.price, methods, candidates })
    return {
      symbol,
      ...envelope(view, { ...quote, warnings: [...warnings, ...silentMethods(answer, methods)] }),
      underlying_price: orNull(quote.price),
      from,
      to: bars.at(-1)?.date ?? quote.sessionDate,
      methods,
      ...answer,
    }
  },
})

/** The bar of a running session is no day to look back on. */
function isFinished(date: string, { sessionDate, asOfMs }: StockQuote): boolean {
  return date < sessionDate || (sessionOn(date)?.closeMs ?? Number.POSITIVE_INFINITY) <= asOfMs
}

function chainLevels(chain: OptionChain | null, methods: readonly LevelMethod[]): LevelCandidate[] {
  if (!chain) return []
  return [
    ...(methods.includes('gamma') ? gammaLevels(chain) : []),
    ...(methods.includes('open_interest') ? openInterestLevels(chain) : []),
  ]
}

async function darkPool(view: MarketView, symbol: string, price: number): Promise<LevelCandidate[]> {
  const { sessions } = await view.offExchangeTrades(symbol, DARK_POOL_DAYS)
  return darkPoolCandidates(sessions, price)
}
