import { mix, uniform } from '../../lib/math/seeded-random.ts'
import type { Decision } from '../../receiver/contract/decision.ts'
import { isGateReason } from '../../receiver/domain/gate-reasons.ts'
import type { MeasuredIdea, ScoreHorizon } from '../../receiver/domain/scorecard/measured-idea.ts'
import { type DecisionPair, type Pairwise, pairwise } from '../../receiver/domain/scorecard/pairwise.ts'
import { decisionSession, sessionBlocks } from '../../receiver/domain/scorecard/session-blocks.ts'
import { returnPct, type ScoredAction, wasRight } from '../../receiver/domain/scorecard/trade-result.ts'
import { skipReason } from '../../receiver/domain/skip-reason.ts'
import type { ReplayableIdea } from '../../receiver/store/decision-replays.ts'
import { measureIdea } from '../../receiver/workers/scorecard/measure-idea.ts'
import { decidedMsOf, overBefore } from '../../receiver/workers/scorecard/score-next.ts'
import type { Parts } from '../parts.ts'
import { scorePartsOf } from './score-parts.ts'

const SEED = 20_261_124
const ACTIONS = ['buy', 'sell_short', 'skip'] as const

/** Decisions by fingerprint, and what they are called. */
export interface NamedDecisions {
  readonly name: string
  readonly decisions: ReadonlyMap<string, Decision>
  /** Whether they are the ledger’s own, after the bounds of the receiver. */
  readonly isLedger: boolean
}

export interface Comparison extends Pairwise {
  readonly horizon: ScoreHorizon
  /** Decisions that are the same in action, amount and confidence. */
  readonly identical: number
  /** Left out: a bound of the receiver made the first a skip, and what it was before is not known. */
  readonly overruled: number
  /** How often each action of the first met each of the second. */
  readonly actions: Readonly<Record<ScoredAction, Readonly<Record<ScoredAction, number>>>>
}

export interface CompareTerms {
  readonly horizon: ScoreHorizon
  readonly costBps: number
}

/** Compares two ways to decide on the ideas that both decided. */
export async function compareReplays(
  parts: Parts,
  ideas: readonly ReplayableIdea[],
  [first, second]: readonly [NamedDecisions, NamedDecisions],
  terms: CompareTerms,
): Promise<Comparison> {
  const shared = ideas.flatMap((each) => {
    const [a, b] = [first.decisions.get(each.fingerprint), second.decisions.get(each.fingerprint)]
    return a && b ? [{ ...each, first: a, second: b }] : []
  })
  const compared = shared.filter((each) => !(first.isLedger && isOverruled(each.first)))
  const outcomes = await outcomesOf(parts, compared, terms.horizon)
  const blockOf = blocksOf(compared, terms.horizon)
  const pairs = compared.map((each): DecisionPair => {
    const outcome = outcomes.get(each.fingerprint) ?? null
    const rightOf = ({ action }: Decision) => outcome && wasRight(action, each.idea.direction, outcome, terms)
    return {
      block: blockOf(each),
      first: each.first.action,
      second: each.second.action,
      firstRight: rightOf(each.first),
      secondRight: rightOf(each.second),
      differencePct:
        outcome && returnPct(each.second.action, outcome, terms) - returnPct(each.first.action, outcome, terms),
    }
  })
  let drawn = 0
  return {
    ...pairwise(pairs, { first: first.name, second: second.name }, () => uniform(mix(SEED, drawn++))),
    horizon: terms.horizon,
    identical: compared.filter((each) => isSame(each.first, each.second)).length,
    overruled: shared.length - compared.length,
    actions: actionsOf(pairs),
  }
}

function isOverruled(decision: Decision): boolean {
  const reason = skipReason(decision)
  return reason !== null && !isGateReason(reason)
}

function isSame(a: Decision, b: Decision): boolean {
  return a.action === b.action && a.notional_usd === b.notional_usd && a.confidence === b.confidence
}

/** What is not measured yet and over is measured now. */
async function outcomesOf(
  parts: Parts,
  ideas: readonly ReplayableIdea[],
  horizon: ScoreHorizon,
): Promise<ReadonlyMap<string, MeasuredIdea>> {
  const { store, now } = parts
  const { prices } = scorePartsOf(parts)
  const over = overBefore(now().getTime(), horizon)
  const outcomes = new Map<string, MeasuredIdea>()
  for (const each of ideas) {
    const known = await store.decisionScores.measureOf(each.fingerprint, horizon)
    if (!known && each.askedAt >= over) continue
    const measure = known ?? (await measureIdea(prices, { idea: each.idea, decidedMs: decidedMsOf(each) }, horizon))
    if (!known) await store.decisionScores.putMeasure(each.fingerprint, horizon, measure, now())
    if (measure.isPriced) outcomes.set(each.fingerprint, measure.outcome)
  }
  return outcomes
}

function blocksOf(ideas: readonly ReplayableIdea[], horizon: ScoreHorizon): (idea: ReplayableIdea) => number {
  const sessionOf = (idea: ReplayableIdea) => decisionSession(decidedMsOf(idea))
  const blockOf = sessionBlocks(ideas.map(sessionOf), horizon)
  return (idea) => blockOf(sessionOf(idea))
}

function actionsOf(pairs: readonly DecisionPair[]): Comparison['actions'] {
  const row = (first: ScoredAction) => {
    const count = (second: ScoredAction) =>
      pairs.filter((pair) => pair.first === first && pair.second === second).length
    return { buy: count('buy'), sell_short: count('sell_short'), skip: count('skip') }
  }
  return { buy: row('buy'), sell_short: row('sell_short'), skip: row('skip') }
}

/** The comparison for people. */
export function comparisonText(comparison: Comparison, first: string, second: string): string {
  const { pairs, identical, overruled, actions, judged, horizon } = comparison
  const width = Math.max(...ACTIONS.map((action) => action.length))
  const table = ACTIONS.map((action) => {
    const counts = ACTIONS.map((other) => String(actions[action][other]).padStart(width))
    return `  ${action.padEnd(width)}  ${counts.join('  ')}`
  })
  const head = `  ${''.padEnd(width)}  ${ACTIONS.map((action) => action.padStart(width)).join('  ')}`
  const left = overruled === 0 ? [] : [`${overruled} ideas are left out: a bound of the receiver overruled the first.`]
  return [
    `First: ${first}. Second: ${second}.`,
    `${pairs} ideas were decided by both, ${identical} of them the same way. Rows are the first, columns the second:`,
    head,
    ...table,
    ...left,
    `After ${horizon} sessions ${judged} outcomes are known: both right ${comparison.bothRight}, only the first ${comparison.onlyFirstRight}, only the second ${comparison.onlySecondRight}, both wrong ${comparison.bothWrong}${pValueText(comparison)}.`,
    differenceText(comparison),
    comparison.sentence,
    '',
  ].join('\n')
}

function pValueText({ pValue }: Comparison): string {
  return pValue === null ? '' : ` (McNemar’s exact test: p = ${pValue.toFixed(3)})`
}

function differenceText({ meanDifferencePct, differenceInterval }: Comparison): string {
  if (meanDifferencePct === null) return 'No difference of returns is known yet.'
  const mean = `The second returned ${meanDifferencePct.toFixed(3)} % of the stake more per idea than the first`
  if (differenceInterval === null) return `${mean}; too few ideas or sessions for an interval.`
  const { low, high } = differenceInterval
  return `${mean} (95 % interval by the bootstrap over sessions: ${low.toFixed(3)} to ${high.toFixed(3)}).`
}
