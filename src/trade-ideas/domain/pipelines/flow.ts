/**
 * Follows the option flow of the session, for one of two reasons:
 *
 * - accumulation of one contract: out of the money, at most 45 days, persistence of the buying ≥ 3, net buying of at least
 *   a quarter of its open interest and 25,000 USD. Calls are bullish, puts bearish. Evidence: 0.4
 *   persistence (3 to 5), 0.4 contracts over open interest (0.25 to 2.5, by orders of magnitude), 0.2 trend;
 * - one-sided premium of all classified prints: 1,000,000 USD of bullish and bearish premium together, and
 *   |bias| ≥ 0.35, where bias is (bullish − bearish) / (bullish + bearish). Evidence: 0.5 lean (0.35 to 0.80), 0.3 trend
 *   (−40 to 60 points with the idea), 0.2 size (10⁶ to 10⁸ USD).
 *
 * No idea against a trend of 40 points or more. The first reason takes precedence. Horizon: 3 sessions.
 */

import { overOpenInterest } from '../../../flow/domain/sums/accumulation.ts'
import { premiumBias } from '../../../flow/domain/sums/flow-sums.ts'
import { between, type EvidencePart, evidenceOf } from './evidence.ts'
import { horizonMove } from './horizon-move.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { directedLevels, levelsSentence, pricesOf } from './idea-levels.ts'
import { strategyOf } from './strategy.ts'

export const ACCUMULATION = { persistence: 3, overOpenInterest: 0.25, premiumUsd: 25_000 } as const
const STRONG_PERSISTENCE = 5
const STRONG_OVER_OPEN_INTEREST = 2.5
const MIN_PREMIUM_USD = 1_000_000
const MIN_BIAS = 0.35
const STRONG_BIAS = 0.8
const AGAINST_TREND = -40
const WITH_TREND = 60
const HORIZON_SESSIONS = 3

interface Signal {
  readonly direction: 'bullish' | 'bearish'
  readonly reason: string
  evidence(trendWith: number | null): readonly EvidencePart[]
}

export function flowIdea(analytics: IdeaAnalytics): IdeaDraft | null {
  const { symbol, trend, metrics } = analytics
  const signal = accumulating(analytics) ?? leaning(analytics)
  if (!signal) return null
  const { direction, reason, evidence } = signal
  const score = trend?.score ?? null
  const trendWith = score === null ? null : score * (direction === 'bullish' ? 1 : -1)
  if (trendWith !== null && trendWith <= AGAINST_TREND) return null
  const move = horizonMove(analytics, HORIZON_SESSIONS)
  const levels = move === null ? null : directedLevels(analytics, direction, move)
  if (!levels) return null
  return {
    symbol,
    pipeline: 'flow',
    direction,
    strategy: strategyOf(direction, metrics?.iv_rank ?? null),
    ...pricesOf(levels),
    evidence: evidenceOf(evidence(trendWith)),
    thesis: [
      reason,
      score === null ? 'The trend is unknown.' : `The trend score is ${score} of ±100.`,
      levelsSentence(direction, levels),
    ].join(' '),
    horizonSessions: HORIZON_SESSIONS,
  }
}

function accumulating({ accumulation }: IdeaAnalytics): Signal | null {
  if (!accumulation) return null
  const { persistence, netPremium, netSize, openInterest, buys, sells, optionType, optionSymbol } = accumulation
  const over = overOpenInterest(accumulation)
  if (persistence < ACCUMULATION.persistence || over < ACCUMULATION.overOpenInterest) return null
  if (netPremium < ACCUMULATION.premiumUsd) return null
  const of = openInterest > 0 ? ` on an open interest of ${openInterest}` : ''
  return {
    direction: optionType === 'call' ? 'bullish' : 'bearish',
    reason: `${optionSymbol.replaceAll(' ', '')} was bought ${buys} times and sold ${sells} times in this session: ${netSize} contracts on top${of}, for ${millions(netPremium)}.`,
    evidence: (trendWith) => [
      { weight: 0.4, value: between(persistence, ACCUMULATION.persistence, STRONG_PERSISTENCE) },
      { weight: 0.4, value: magnitude(over, ACCUMULATION.overOpenInterest, STRONG_OVER_OPEN_INTEREST) },
      { weight: 0.2, value: between(trendWith, AGAINST_TREND, WITH_TREND) },
    ],
  }
}

function leaning({ flow }: IdeaAnalytics): Signal | null {
  if (!flow) return null
  const total = flow.bullishPremium + flow.bearishPremium
  const bias = premiumBias(flow)
  if (!(total >= MIN_PREMIUM_USD && Math.abs(bias) >= MIN_BIAS)) return null
  const direction = bias > 0 ? 'bullish' : 'bearish'
  return {
    direction,
    reason: `${percent(Math.abs(bias) / 2 + 0.5)} of ${millions(total)} of option premium in this session is ${direction}.`,
    evidence: (trendWith) => [
      { weight: 0.5, value: between(Math.abs(bias), MIN_BIAS, STRONG_BIAS) },
      { weight: 0.3, value: between(trendWith, AGAINST_TREND, WITH_TREND) },
      { weight: 0.2, value: magnitude(total, 1e6, 1e8) },
    ],
  }
}

/** Logarithmic position of a value between two others. */
function magnitude(value: number, from: number, to: number): number | null {
  return between(Math.log10(value), Math.log10(from), Math.log10(to))
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function millions(usd: number): string {
  return usd < 1e6 ? `${Math.round(usd / 1e3)}K USD` : `${(usd / 1e6).toFixed(1)}M USD`
}
