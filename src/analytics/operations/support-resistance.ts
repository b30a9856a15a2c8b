import { z } from 'zod'
import { orNull } from '../../lib/math/numbers.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import type { StockQuote } from '../../market/domain/stocks/quote.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { OffExchangeTape } from '../../market/ports/market-source.ts'
import { SupportResistance } from '../contract/support-resistance.ts'
import type { ChainAnalysis } from '../domain/chain-analysis.ts'
import { gammaLevels, NEAR_EXPIRATIONS, openInterestLevels } from '../domain/exposures/option-levels.ts'
import { darkPoolCandidates } from '../domain/levels/dark-pool-levels.ts'
import { LEVEL_METHODS, type LevelCandidate, type LevelMethod } from '../domain/levels/level-candidate.ts'
import { methodsWithoutLevels, supportResistance } from '../domain/levels/support-resistance.ts'
import { defineOperation } from './context.ts'

const DARK_POOL_DAYS = 20
const NO_TRADES: Pick<OffExchangeTape, 'sessions' | 'warnings'> = { sessions: [], warnings: [] }

const Method = z.enum(LEVEL_METHODS)

const Input = z.object({
  symbol: UnderlyingSymbol,
  lookback_days: z.int().min(1).max(1825).default(120).describe('Calendar days of bars for swing and volume_profile.'),
  methods: z.array(Method).min(1).max(LEVEL_METHODS.length).optional().describe('Only these; all by default.'),
  date: TradingDate.optional(),
})

export const supportResistanceOperation = defineOperation({
  name: 'support_resistance',
  title: 'Support and resistance',
  description:
    'Price levels below and above one underlying from pivots, swings and volume of daily bars, gamma walls and flip, open interest, and off-exchange trades, merged where they meet, each with a strength from 0 to 1.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/levels', errors: ['not_found'] },
  input: Input,
  output: enveloped(
    SupportResistance.extend({
      underlying_price: z.number().nullable().describe('Price that distances refer to, USD per share.'),
      from: z.iso.date().describe('First date of the bars used, YYYY-MM-DD.'),
      to: z.iso.date().describe('Last date of the bars used, YYYY-MM-DD.'),
      methods: z.array(Method).describe('The requested methods.'),
    }),
  ),
  example: { symbol: 'SPY', lookback_days: 120 },
  concise: {
    view: '5 levels on each side, the nearest first.',
    narrow: 'name methods',
    lists: {
      support: { maxItems: 5, columns: ['price', 'strength', 'distance_pct', 'touches', 'sources'] },
      resistance: { maxItems: 5, columns: ['price', 'strength', 'distance_pct', 'touches', 'sources'] },
    },
  },
  async run({ symbol, lookback_days: days, methods: requested, date }, { viewAt, analysisOf }) {
    const view = await viewAt(date)
    const quote = await view.quote(symbol)
    const methods = LEVEL_METHODS.filter((method) => requested === undefined || requested.includes(method))
    const from = addDays(quote.sessionDate, 1 - days)
    const bars = (await view.dailyBars(symbol, { from })).filter((bar) => isFinished(bar.date, quote))
    const needsChain = methods.includes('gamma') || methods.includes('open_interest')
    const chain = needsChain ? await nullIfNotFound(view.chain(symbol)) : null
    const darkPool = methods.includes('dark_pool') ? await view.offExchangeTrades(symbol, DARK_POOL_DAYS) : NO_TRADES
    const candidates = [
      ...(chain ? await chainLevels(analysisOf(chain), methods) : []),
      ...darkPoolCandidates(darkPool.sessions, quote.price),
    ]
    const { answer, warnings: own } = supportResistance({ bars, underlyingPrice: quote.price, methods, candidates })
    // Without trades, the sentence on methods without levels says enough.
    const warnings = [...(darkPool.sessions.length > 0 ? darkPool.warnings : []), ...own]
    return {
      symbol,
      ...envelope(view, { ...quote, warnings: [...warnings, ...methodsWithoutLevels(answer, methods)] }),
      underlying_price: orNull(quote.price),
      from,
      to: bars.at(-1)?.date ?? quote.sessionDate,
      methods,
      ...answer,
    }
  },
})

/** Excludes the bar of a running session. */
function isFinished(date: string, { sessionDate, asOfMs }: StockQuote): boolean {
  return date < sessionDate || (sessionOn(date)?.closeMs ?? Number.POSITIVE_INFINITY) <= asOfMs
}

async function chainLevels(analysis: ChainAnalysis, methods: readonly LevelMethod[]): Promise<LevelCandidate[]> {
  return [
    ...(methods.includes('gamma') ? gammaLevels(await analysis.gamma(NEAR_EXPIRATIONS)) : []),
    ...(methods.includes('open_interest') ? openInterestLevels(await analysis.valued()) : []),
  ]
}
