import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import type { DecisionLimits } from './decision-limits.ts'
import type { RuleEvidence } from './rule-evidence.ts'
import { type Finding, findings, usd } from './rule-findings.ts'

const STALE_AFTER_S = 3600
const EARNINGS_TOO_NEAR_DAYS = 2
/** How far the price may have left the entry, as a fraction of the entry. */
const DRIFT = 0.03
const NEEDED_FOR = 3

/**
 * A decision by fixed rules, the same for the same input. Skips whenever something is missing, mixed or old: an order
 * comes out only when at least three of four findings (flow, trend, room, backing) speak for the idea and none against,
 * and only the trend may be unknown.
 * Confidence is 0.66 + 0.06 for each finding in favour, less 0.04 for each caution: a convention, not a probability.
 */
export function ruleDecision(idea: TradeIdea, limits: DecisionLimits, evidence: RuleEvidence): Decision {
  const obstacle = obstacleOf(idea, limits, evidence)
  if (obstacle !== undefined) return skip(idea, 0.9, obstacle, [])
  const found = findings(idea, evidence)
  const cautions = cautionsOf(evidence)
  const words = found.map(({ text }) => text).join('; ')
  const against = found.filter(({ verdict }) => verdict === 'against')
  const inFavour = found.filter(({ verdict }) => verdict === 'for')
  if (against.length > 0) return skip(idea, 0.8, `The evidence is mixed: ${words}.`, cautions)
  const missing = found.filter(({ verdict, dispensable }) => verdict === 'unknown' && dispensable !== true)
  if (missing.length > 0) return skip(idea, 0.8, `Evidence is missing: ${words}.`, cautions)
  if (inFavour.length < NEEDED_FOR) return skip(idea, 0.8, `Too little speaks for the idea: ${words}.`, cautions)
  return order(idea, limits, inFavour, cautions, words)
}

function order(
  idea: TradeIdea,
  limits: DecisionLimits,
  inFavour: readonly Finding[],
  cautions: readonly string[],
  words: string,
): Decision {
  // Three findings of four are worth half of what is allowed.
  const share = inFavour.length > NEEDED_FOR ? 1 : 0.5
  return {
    action: idea.direction === 'bullish' ? 'buy' : 'sell_short',
    symbol: idea.symbol,
    notional_usd: Math.floor(limits.maxNotionalUsd * share * 100) / 100,
    confidence: rounded(0.66 + 0.06 * inFavour.length - 0.04 * cautions.length),
    rationale: `${inFavour.length} of 4 findings speak for the ${idea.direction} idea and none against: ${words}.`,
    risk_notes: ['Decided by fixed rules, without a model.', ...cautions],
  }
}

function skip(idea: TradeIdea, confidence: number, rationale: string, cautions: readonly string[]): Decision {
  return { action: 'skip', symbol: idea.symbol, notional_usd: 0, confidence, rationale, risk_notes: [...cautions] }
}

/** What forbids an order before any evidence is weighed, in words; undefined when nothing does. */
function obstacleOf(idea: TradeIdea, limits: DecisionLimits, evidence: RuleEvidence): string | undefined {
  if (idea.direction === 'neutral') return 'The idea is neutral.'
  if (idea.direction === 'bearish' && !limits.allowShortSelling) return 'The idea is bearish and short selling is off.'
  return priceObstacleOf(idea, evidence) ?? timeObstacleOf(evidence)
}

function priceObstacleOf(idea: TradeIdea, { price }: RuleEvidence): string | undefined {
  const { entry_price: entry, target_price: target, stop_price: stop } = idea
  if (entry === null || target === null || stop === null) return 'Entry, target or stop of the idea is missing.'
  if (price === null || price <= 0) return 'The price is unknown.'
  const sign = idea.direction === 'bullish' ? 1 : -1
  if ((target - entry) * sign <= 0 || (entry - stop) * sign <= 0) {
    return `Entry ${usd(entry)}, target ${usd(target)} and stop ${usd(stop)} do not fit a ${idea.direction} idea.`
  }
  if (Math.abs(price - entry) > entry * DRIFT) {
    return `The price ${usd(price)} has left the entry ${usd(entry)} by more than ${DRIFT * 100} %.`
  }
  if ((target - price) * sign <= 0) return `The price ${usd(price)} has already reached the target ${usd(target)}.`
  if ((price - stop) * sign <= 0) return `The price ${usd(price)} has already reached the stop ${usd(stop)}.`
  return undefined
}

function timeObstacleOf({ ageS, nextEarningsDays }: RuleEvidence): string | undefined {
  if (ageS === null) return 'The age of the data is unknown.'
  if (ageS > STALE_AFTER_S) return `The data are ${Math.round(ageS / 60)} minutes old.`
  if (nextEarningsDays !== null && nextEarningsDays >= 0 && nextEarningsDays <= EARNINGS_TOO_NEAR_DAYS) {
    return `Earnings come in ${nextEarningsDays} days, which no chart knows.`
  }
  return undefined
}

/** What makes an order less sure without speaking against it. */
function cautionsOf({ ivRank, gammaRegime, netGex, nextEarningsDays }: RuleEvidence): string[] {
  const cautions: string[] = []
  if (ivRank === null) cautions.push('The IV rank is unknown.')
  else if (ivRank > 80) cautions.push(`IV rank ${rounded(ivRank)} of 100: the market expects large moves.`)
  if (gammaRegime === null) cautions.push('The gamma regime is unknown.')
  else if (gammaRegime === 'negative') {
    const figure = netGex === null ? '' : ` (${Math.round(netGex)} USD per 1 % move)`
    cautions.push(`Net gamma is negative${figure}: moves tend to grow in both directions.`)
  }
  if (nextEarningsDays !== null && nextEarningsDays > EARNINGS_TOO_NEAR_DAYS && nextEarningsDays <= 7) {
    cautions.push(`Earnings come in ${nextEarningsDays} days.`)
  }
  return cautions
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
