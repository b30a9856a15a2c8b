import { earningsOperation } from '../../analytics/operations/earnings.ts'
import { ivTermStructureOperation } from '../../analytics/operations/iv-term-structure.ts'
import { optionMetricsOperation } from '../../analytics/operations/option-metrics.ts'
import { stockQuoteOperation } from '../../analytics/operations/stock-quote.ts'
import { supportResistanceOperation } from '../../analytics/operations/support-resistance.ts'
import { trendAnalysisOperation } from '../../analytics/operations/trend-analysis.ts'
import { inUsd } from '../../flow/domain/sums/flow-sums.ts'
import type { SessionContracts } from '../../flow/operations/flow-sessions.ts'
import { contractsOfSession } from '../../flow/operations/session-premium.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { SeenPrices } from '../domain/idea-record.ts'
import type { ListedContract } from '../domain/idea-structure.ts'
import type { IdeaAnalytics } from '../domain/pipelines/idea-analytics.ts'
import type { TradeIdeaContext } from './context.ts'

/** The default of `support_resistance`. */
const LOOKBACK_DAYS = 120

export interface GatheredAnalytics {
  readonly analytics: IdeaAnalytics
  /** The prices of the quote that they hang on. */
  readonly seen: SeenPrices
  /** Quoted contracts with the usual multiplier that settle at a close, read when an idea needs them. */
  contracts(): Promise<readonly ListedContract[]>
}

/**
 * What the pipelines look at, each part as the question of its own answers it at present. Null for a symbol that the
 * source does not know; a part that it does not have is null, a source that fails is a failure. It rests before each
 * part, because one may take the processor for tens of milliseconds.
 */
export async function gatherAnalytics(
  context: TradeIdeaContext,
  symbol: string,
  rest: () => Promise<void> = nextTurn,
): Promise<GatheredAnalytics | null> {
  const quote = await nullIfNotFound(stockQuoteOperation.run({ symbol }, context))
  if (!quote) return null
  const { session_date: sessionDate } = quote
  const part = async <T>(ask: () => Promise<T>) => {
    await rest()
    return nullIfNotFound(ask())
  }
  const metrics = await part(() => optionMetricsOperation.run({ symbol }, context))
  const termStructure = await part(() => ivTermStructureOperation.run({ symbol }, context))
  const levels = await part(() => supportResistanceOperation.run({ symbol, lookback_days: LOOKBACK_DAYS }, context))
  const trend = await part(() => trendAnalysisOperation.run({ symbol, horizon: 'medium' }, context))
  const reports = await part(() => earningsOperation.run({ symbol, from: sessionDate, limit: 2 }, context))
  await rest()
  const view = await context.viewAt()
  const tape = await contractsOfSession(context.flowSessions, view, { symbol, sessionDate }, tapeFigures)
  return {
    analytics: {
      symbol,
      sessionDate,
      quote,
      // The chain of a source may be of another session than its prices: that says nothing about this one.
      metrics: metrics?.session_date === sessionDate ? metrics : null,
      termStructure: termStructure?.session_date === sessionDate ? termStructure : null,
      levels,
      trend,
      ...(tape ?? { flow: null, accumulation: null }),
      // The first may be out already, on the session's own date.
      nextEarnings: reports?.data.find(({ status }) => status !== 'reported') ?? null,
    },
    seen: {
      atMs: Date.parse(quote.as_of),
      sessionDate,
      high: quote.high ?? Number.NaN,
      low: quote.low ?? Number.NaN,
    },
    contracts: async () => listedContracts(await nullIfNotFound(view.chain(symbol))),
  }
}

function tapeFigures({ sums, contracts }: SessionContracts): Pick<IdeaAnalytics, 'flow' | 'accumulation'> {
  const { bullishPremium, bearishPremium } = inUsd(sums)
  return { flow: { bullishPremium, bearishPremium }, accumulation: contracts.strongestAccumulation() }
}

const USUAL_MULTIPLIER = 100

function listedContracts(chain: OptionChain | null): ListedContract[] {
  if (!chain) return []
  const { contracts, expirations } = chain
  return Array.from({ length: contracts.count }).flatMap((_row, row) => {
    const expiration = expirations[contracts.expirationIndex[row] ?? 0]
    const [bid = Number.NaN, ask = Number.NaN] = [contracts.bid[row], contracts.ask[row]]
    if (expiration?.settlement !== 'pm' || contracts.multiplier[row] !== USUAL_MULTIPLIER) return []
    if (!(ask > 0 && bid <= ask)) return []
    return [
      {
        optionType: contracts.isCall[row] === 1 ? ('call' as const) : ('put' as const),
        expirationDate: expiration.expirationDate,
        strike: contracts.strike[row] ?? Number.NaN,
        mid: 0.5 * (bid + ask),
      },
    ]
  })
}
