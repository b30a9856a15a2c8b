/** The scorecard on the wire: decisions of the store, their figures, and the names of the contract. */
import { z } from 'zod'
import { orNull } from '../../lib/math/numbers.ts'
import { significant } from '../../lib/math/significant.ts'
import type { Steps } from '../../lib/steps.ts'
import { type DecisionScorecard, SCORE_GROUPS } from '../contract/scorecard.ts'
import type { Interval } from '../domain/scorecard/bootstrap.ts'
import type { Calibration } from '../domain/scorecard/calibration.ts'
import type { IdeaMeasure, ScoreHorizon } from '../domain/scorecard/measured-idea.ts'
import {
  type Advantage,
  groupFigures,
  type ScoredDecision,
  type ScoreTerms,
  type StrategyFigures,
  scorecard,
} from '../domain/scorecard/scorecard.ts'
import { decisionSession, sessionBlocks } from '../domain/scorecard/session-blocks.ts'
import { skipReason } from '../domain/skip-reason.ts'
import type { ScoredIdea } from '../store/decision-scores.ts'

const DIGITS = 6
const MAX_GROUPS = 12

export interface CardTerms extends ScoreTerms {
  readonly horizon: ScoreHorizon
  /** Ideas that failed without a decision. */
  readonly undecided: number
}

type Card = Omit<DecisionScorecard, 'from' | 'to' | 'symbol'>

type Group = DecisionScorecard['groups'][number]

const text = z.string().nullish().catch(null)
const Usage = z.object({ mode: text, model: text, promptVersion: text }).nullish().catch(null)

/** What the figures need of a decision: all of them are held at once, and their ideas and texts would be many megabytes. */
export interface CardRow
  extends Pick<ScoredDecision, 'direction' | 'action' | 'confidence' | 'isOverruled' | 'costUsd' | 'rulesAction'> {
  readonly keys: Readonly<Record<Group['by'], string>>
  /** Null while the horizon is not over. */
  readonly measure: IdeaMeasure | null
  /** Session of the entry; null without an outcome. */
  readonly sessionDate: string | null
  /** Profit of an order that was followed, USD; null where none was closed. */
  readonly realizedUsd: number | null
}

export function cardRow({ idea, decision, usage, costUsd, rulesAction, measure, orderResult }: ScoredIdea): CardRow {
  const known = Usage.parse(usage)
  return {
    keys: {
      model: known?.model ?? (known?.mode === 'rules' ? 'fixed rules' : 'no model'),
      prompt: known?.promptVersion ?? 'unknown',
      strategy: idea.strategy,
    },
    direction: idea.direction,
    action: decision.action,
    confidence: decision.confidence,
    isOverruled: skipReason(decision) !== null,
    // Rules cost nothing; of a model without a known price the cost is unknown.
    costUsd: costUsd ?? (known?.mode === 'rules' ? 0 : null),
    rulesAction,
    measure,
    sessionDate: measure?.isPriced ? decisionSession(measure.outcome.entryMs) : null,
    realizedUsd: orderResult?.dry_run === false ? (orderResult.realized_pnl_usd ?? null) : null,
  }
}

export function* scorecardView(rows: readonly CardRow[], terms: CardTerms, random: () => number): Steps<Card> {
  const scored = scoredOf(rows, terms.horizon)
  const decisions = scored.map(({ decision }) => decision)
  yield
  const card = yield* scorecard(decisions, terms, random)
  const groups: Group[] = []
  for (const by of SCORE_GROUPS) groups.push(...(yield* groupsOf(scored, by, terms, random)))
  const unpriced = rows.filter(({ measure }) => measure?.isPriced === false).length
  return {
    horizon: terms.horizon,
    cost_bps: terms.costBps,
    stake_usd: terms.stakeUsd,
    decisions: {
      total: rows.length,
      orders: rows.filter(({ action }) => action !== 'skip').length,
      overruled: rows.filter(({ isOverruled }) => isOverruled).length,
      undecided: terms.undecided,
      measured: decisions.length,
      unfinished: rows.length - decisions.length - unpriced,
      unpriced,
    },
    strategies: card.strategies.map(({ name, ...figures }) => ({ name, figures: figuresView(figures) })),
    advantages: card.advantages.map(advantageView),
    confidence: card.calibration && confidenceView(card.calibration),
    exits: card.exits,
    costs: {
      usd: round(card.costs.usd),
      per_decision_usd: rounded(card.costs.perDecisionUsd),
      unknown: card.costs.unknown,
    },
    realized: realizedOf(rows),
    groups,
    curve: card.curve.map((point) => ({
      session_date: point.sessionDate,
      decisions_usd: round(point.decisions),
      always_follow_usd: round(point.always_follow),
      fixed_rules_usd: round(point.fixed_rules),
      hold_spy_usd: round(point.hold_spy),
    })),
    warnings: warningsOf(decisions, unpriced),
  }
}

interface GroupedDecision {
  readonly decision: ScoredDecision
  readonly keys: CardRow['keys']
}

function scoredOf(rows: readonly CardRow[], horizon: ScoreHorizon): readonly GroupedDecision[] {
  const blockOf = sessionBlocks(
    rows.flatMap(({ sessionDate }) => sessionDate ?? []),
    horizon,
  )
  return rows.flatMap(({ keys, measure, sessionDate, realizedUsd: _, ...decision }) =>
    measure?.isPriced && sessionDate !== null
      ? [{ keys, decision: { ...decision, sessionDate, block: blockOf(sessionDate), outcome: measure.outcome } }]
      : [],
  )
}

/** The largest groups. */
function* groupsOf(
  scored: readonly GroupedDecision[],
  by: Group['by'],
  terms: ScoreTerms,
  random: () => number,
): Steps<Group[]> {
  const largest = [...Map.groupBy(scored, ({ keys }) => keys[by])]
    .sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    .slice(0, MAX_GROUPS)
  const groups: Group[] = []
  for (const [key, some] of largest) {
    yield
    const decisions = some.map(({ decision }) => decision)
    const figures = yield* groupFigures(decisions, terms, random)
    groups.push({
      by,
      key,
      figures: figuresView(figures),
      brier: rounded(figures.brier),
      cost_per_decision_usd: rounded(figures.costPerDecisionUsd),
    })
  }
  return groups
}

function figuresView(figures: StrategyFigures) {
  return {
    count: figures.count,
    trades: figures.trades,
    mean_return_pct: rounded(figures.meanReturnPct),
    return_interval_pct: intervalView(figures.returnInterval),
    pnl_usd: round(figures.pnlUsd),
    hit_rate_pct: rounded(100 * figures.hitRate),
    hit_interval_pct: intervalView(figures.hitInterval, 100),
    sentence: figures.sentence,
  }
}

function advantageView({ baseline, count, meanDifferencePct, interval, sentence }: Advantage) {
  return {
    baseline,
    count,
    mean_difference_pct: rounded(meanDifferencePct),
    interval_pct: intervalView(interval),
    sentence,
  }
}

function confidenceView({ count, brier, brierInterval, baseBrier, bins }: Calibration) {
  return {
    count,
    brier: round(brier),
    brier_interval: intervalView(brierInterval),
    base_brier: round(baseBrier),
    bins: bins.map((bin) => ({
      confidence_from: bin.from,
      confidence_to: bin.to,
      count: bin.count,
      mean_confidence: round(bin.meanConfidence),
      right_share: round(bin.rightShare),
      right_interval: intervalView(bin.interval),
    })),
  }
}

function realizedOf(rows: readonly CardRow[]) {
  const closed = rows.flatMap(({ realizedUsd }) => realizedUsd ?? [])
  return { orders: closed.length, pnl_usd: round(closed.reduce((sum, usd) => sum + usd, 0)) }
}

function warningsOf(decisions: readonly ScoredDecision[], unpriced: number): string[] {
  const warnings: string[] = []
  const withoutRules = decisions.filter(({ rulesAction }) => rulesAction === null).length
  const guessed = decisions.filter(({ outcome }) => outcome.entryBasis === 'idea').length
  const coarse = decisions.filter(({ outcome }) => outcome.resolution !== 'minute').length
  if (decisions.length === 0)
    warnings.push('No decision of the window has been measured yet: it happens in the background.')
  if (unpriced > 0) warnings.push(`${unpriced} decisions are left out because prices of them are missing.`)
  if (withoutRules > 0) warnings.push(`The fixed rules are not known for ${withoutRules} decisions.`)
  if (guessed > 0) warnings.push(`${guessed} decisions are measured from the entry that the idea named.`)
  if (coarse > 0)
    warnings.push(
      `${coarse} outcomes are known from daily bars, in part or whole: of the day of the decision only its close.`,
    )
  return warnings
}

function intervalView(interval: Interval | null, factor = 1) {
  return interval && { low: round(factor * interval.low), high: round(factor * interval.high) }
}

function round(value: number): number {
  return significant(value, DIGITS)
}

function rounded(value: number): number | null {
  return orNull(significant(value, DIGITS))
}
