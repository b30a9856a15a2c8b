/** The values of a daily metric by session, from what the source keeps, else from the last sessions themselves. */
import {
  previousTradingDay,
  tradingDayBefore,
  tradingDaysBetween,
} from '../../market/domain/calendar/trading-calendar.ts'
import type { DailyMetrics, MetricName } from '../../market/domain/daily-metrics.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { Dated } from '../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketSource, MarketView } from '../../market/ports/market-source.ts'
import { metricsOfChain } from '../domain/daily-metrics.ts'
import { CHAIN_METRICS, type ChainMetric } from '../domain/trend/history-metrics.ts'
import { PERCENTILE_SESSIONS, rankSeries, type SessionValue } from '../domain/trend/metric-history.ts'
import type { AnalyticsContext } from './context.ts'

/** Earlier sessions whose chains or tapes are read where no history is kept: up to half a second each. */
export const MAX_READ_BACK = 10

interface MetricSeries {
  readonly dated: Dated
  /** In date order up to the session of the view. */
  readonly series: readonly SessionValue[]
}

type Parts = Pick<AnalyticsContext, 'viewAt' | 'market' | 'analysisOf' | 'sessionPremium' | 'progress'>

/** A metric of the last chain of each session. */
export async function chainSeries(
  parts: Parts,
  view: MarketView,
  { symbol, metric, sessions }: { readonly symbol: string; readonly metric: ChainMetric; readonly sessions: number },
): Promise<MetricSeries> {
  const chain = await view.chain(symbol)
  const name = CHAIN_METRICS[metric]
  const before = keeps(parts.market, name)
    ? await view.metricHistory(symbol, name, { sessions: PERCENTILE_SESSIONS + sessions })
    : await readBack(parts, { ...chain, metric, sessions }, async (past) => {
        const pastChain = await nullIfNotFound(past.chain(symbol))
        return pastChain && (await figuresOf(parts, pastChain))[name]
      })
  const { [name]: value } = await figuresOf(parts, chain)
  const all = [...before.points, { date: chain.sessionDate, value }]
  return {
    dated: { ...chain, warnings: before.warnings },
    series: metric === 'iv_rank' ? rankSeries(all, sessions) : all,
  }
}

/** Net premium of the option prints of each session. */
export async function premiumSeries(
  parts: Parts,
  view: MarketView,
  { symbol, sessions }: { readonly symbol: string; readonly sessions: number },
): Promise<MetricSeries> {
  const { sessionPremium } = parts
  const { asOfMs, sessionDate } = await view.quote(symbol)
  const from = tradingDayBefore(sessionDate, PERCENTILE_SESSIONS + sessions)
  const kept = await sessionPremium.netOfSessions(view, symbol, { from, before: sessionDate })
  const before = kept
    ? { points: kept, warnings: [] }
    : await readBack(parts, { sessionDate, metric: 'net_premium', sessions }, async (past, date) => {
        const sums = await sessionPremium.bySentiment(past, { symbol, sessionDate: date })
        return sums?.netPremium ?? null
      })
  const present = await sessionPremium.bySentiment(view, { symbol, sessionDate })
  return {
    dated: { asOfMs, sessionDate, warnings: before.warnings },
    series: [...before.points, { date: sessionDate, value: present?.netPremium ?? Number.NaN }],
  }
}

/** Whether the source keeps the history of a metric. */
export function keeps({ capabilities }: Pick<MarketSource, 'capabilities'>, metric: MetricName): boolean {
  return capabilities.metrics.includes(metric)
}

export async function figuresOf({ analysisOf }: Pick<Parts, 'analysisOf'>, chain: OptionChain): Promise<DailyMetrics> {
  const analysis = analysisOf(chain)
  return metricsOfChain(await analysis.valued(), await analysis.gamma({}))
}

/** The sessions before one that are read where no history is kept, in date order; at most `count` of them. */
export function sessionsReadBack(sessionDate: string, count = MAX_READ_BACK): string[] {
  const first = tradingDayBefore(sessionDate, Math.min(count, MAX_READ_BACK))
  return tradingDaysBetween(first, previousTradingDay(sessionDate))
}

interface ReadBack {
  readonly sessionDate: string
  readonly metric: string
  readonly sessions: number
}

/** Reads the sessions before one, one after the other. A session for which `read` returns null is left out. */
async function readBack(
  { viewAt, progress }: Parts,
  { sessionDate, metric, sessions }: ReadBack,
  read: (view: MarketView, date: string) => Promise<number | null>,
): Promise<{ points: SessionValue[]; warnings: string[] }> {
  const dates = sessionsReadBack(sessionDate, sessions - 1)
  const points: SessionValue[] = []
  for (const [index, date] of dates.entries()) {
    progress?.(index, dates.length)
    const past = await nullIfNotFound(viewAt(date))
    const value = past && (await read(past, date))
    if (value !== null) points.push({ date, value })
  }
  const warning = `The source keeps no history of ${metric}: it was computed anew for this session and at most ${MAX_READ_BACK} before it.`
  return { points, warnings: [warning] }
}
