import { z } from 'zod'
import { concurrencyLimit } from '../../../lib/async/concurrency-limit.ts'
import { prefetch } from '../../../lib/async/prefetch.ts'
import { AppError } from '../../../lib/errors.ts'
import { nextTurn } from '../../../lib/node/next-turn.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { previousTradingDay } from '../../../market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import { formatOptionSymbol, parseOptionSymbol } from '../../../market/domain/options/option-symbol.ts'
import { ANALYTICS_CALLERS } from '../../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../../market/operations/null-if-not-found.ts'
import { ContractHistory, type ContractSession } from '../../contract/contract-history.ts'
import { unknownSession } from '../../domain/chain/contract-session.ts'
import type { AnalyticsContext } from '../context.ts'
import { defineOperation } from '../context.ts'

const MAX_SESSIONS = 60

/** Each session reads a chain, and many at once would take the machine from everybody else. */
const oneAtATime = concurrencyLimit(1, {
  maxWaiting: 16,
  refuse: () => new AppError('unavailable', 'Too many contracts are being read. Try again in a few seconds.'),
})

export const contractHistoryOperation = defineOperation({
  name: 'contract_history',
  title: 'Contract history',
  description:
    'One option contract by session, at the last chain of each: quote, volume, open interest, implied volatility (decimal) and greeks (theta per day, vega per volatility point). A session that is not known is a row of nulls. For its trades use options_flow.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ['rest', 'cli', 'web'],
  route: { method: 'GET', path: '/stocks/:symbol/options/:option_symbol/history', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    option_symbol: z
      .string()
      .max(21)
      .refine((text) => parseOptionSymbol(text) !== null, 'must be a contract, for example SPY261218C00600000')
      .describe('The contract, padded to 21 characters or not.'),
    sessions: z.int().min(2).max(MAX_SESSIONS).default(20).describe('Sessions up to the last one.'),
    date: TradingDate.optional(),
  }),
  output: enveloped(ContractHistory),
  example: { symbol: 'SPY', option_symbol: 'SPY261218C00600000', sessions: 3 },
  csv: ({ data }) => ({ columns: Object.keys(data[0] ?? unknownSession('')), rows: data }),
  async run({ symbol, option_symbol: text, sessions, date }, context) {
    const view = await context.viewAt(date)
    const contract = parseOptionSymbol(text)
    const optionSymbol = contract ? formatOptionSymbol(contract) : text
    const chain = await view.chain(symbol)
    const data = await oneAtATime(() => sessionsOf(context, { symbol, optionSymbol, sessions, chain }))
    return { symbol, ...envelope(view, { ...chain, warnings: [] }), option_symbol: optionSymbol, data }
  },
})

interface Query {
  readonly symbol: string
  readonly optionSymbol: string
  readonly sessions: number
  /** Of the last session. */
  readonly chain: OptionChain
}

/** In date order. Sessions before the first that is known are left out: the contract was not listed yet, or not stored. */
async function sessionsOf(context: AnalyticsContext, query: Query): Promise<ContractSession[]> {
  const { symbol, optionSymbol, sessions, chain } = query
  const { progress, viewAt } = context
  const newestFirst = [await sessionOf(context, chain, optionSymbol)]
  const dates: string[] = []
  let date = chain.sessionDate
  while (dates.length < sessions - 1) {
    date = previousTradingDay(date)
    dates.push(date)
  }
  const pastSession = async (date: string) => {
    const past = await nullIfNotFound(viewAt(date).then((view) => view.chain(symbol)))
    return past?.sessionDate === date ? await sessionOf(context, past, optionSymbol) : unknownSession(date)
  }
  for await (const session of prefetch(dates, pastSession)) {
    progress?.(newestFirst.length, sessions)
    newestFirst.push(session)
    await nextTurn()
  }
  const found = newestFirst.toReversed()
  const first = found.findIndex(({ is_known: isKnown }) => isKnown)
  return first < 0 ? found.slice(-1) : found.slice(first)
}

async function sessionOf({ analysisOf }: AnalyticsContext, chain: OptionChain, optionSymbol: string) {
  const row = chain.contracts.optionSymbols.indexOf(optionSymbol)
  return row < 0 ? unknownSession(chain.sessionDate) : await analysisOf(chain).contract(row)
}
