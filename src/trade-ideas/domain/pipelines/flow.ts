/**
 * Follows the option flow of the session, for one of two reasons:
 *
 * - accumulation of one contract, out of the money, at most 45 days: the model of the unusual score expects that at least
 *   three of its trades of the session are somebody's who buys it in small orders, for 10,000 USD or more. The model counts
 *   neighbouring strikes, better prices and orders that wait at the bid, and gives each trade a chance; their sum is what
 *   it expects. Calls are bullish, puts bearish. Evidence: 0.4 expected trades (3 to 12), 0.4 their contracts over open
 *   interest (0.1 to 1, by orders of magnitude), 0.2 trend;
 * - one-sided premium of all classified prints: 1,000,000 USD of bullish and bearish premium together, and
 *   |bias| ≥ 0.35, where bias is (bullish − bearish) / (bullish + bearish). Evidence: 0.5 lean (0.35 to 0.80), 0.3 trend
 *   (−40 to 60 points with the idea), 0.2 size (10⁶ to 10⁸ USD).
 *
 * No idea against a trend of 40 points or more. The first reason takes precedence. Horizon: 3 sessions.
 */

import { type Accumulation, overOpenInterest } from '../../../flow/domain/sums/accumulation.ts'
import { premiumBias } from '../../../flow/domain/sums/flow-sums.ts'
import { between, type EvidencePart, evidenceOf } from './evidence.ts'
import { horizonMove } from './horizon-move.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { directedLevels, levelsSentence, pricesOf } from './idea-levels.ts'
import { strategyOf } from './strategy.ts'

/** The least that makes an idea. */
const ACCUMULATION = { expected: 3, premiumUsd: 10_000 } as const
const STRONG_EXPECTED = 12
const OVER_OPEN_INTEREST = { weak: 0.1, strong: 1 } as const
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

/** Whether somebody accumulates the contract, as far as the tape can tell; why, it cannot. */
export function isAccumulated({ expected, premium }: Accumulation): boolean {
  return expected >= ACCUMULATION.expected && premium >= ACCUMULATION.premiumUsd
}

function accumulating({ accumulation }: IdeaAnalytics): Signal | null {
  if (!accumulation || !isAccumulated(accumulation)) return null
  const { buys, sells, others, expected, size, premium, openInterest, optionType, optionSymbol } = accumulation
  const contract = optionSymbol.replaceAll(' ', '')
  const of = openInterest > 0 ? ` on an open interest of ${openInterest}` : ''
  const over = overOpenInterest(size, openInterest)
  return {
    direction: optionType === 'call' ? 'bullish' : 'bearish',
    reason: `About ${Math.round(expected)} of ${buys + sells + others} trades in ${contract} in this session look like one accumulation: ${Math.round(size)} contracts${of}, for ${millions(premium)}.`,
    evidence: (trendWith) => [
      { weight: 0.4, value: between(expected, ACCUMULATION.expected, STRONG_EXPECTED) },
      { weight: 0.4, value: magnitude(over, OVER_OPEN_INTEREST.weak, OVER_OPEN_INTEREST.strong) },
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
