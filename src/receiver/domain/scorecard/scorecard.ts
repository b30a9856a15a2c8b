/** What decisions were worth, beside what simpler ways to decide would have brought on the same ideas. */
import type { Steps } from '../../../lib/steps.ts'
import { type Clustered, type Interval, MIN_BLOCKS, MIN_DECISIONS, mean, meanInterval } from './bootstrap.ts'
import { brierOf, type Calibration, calibrationOf } from './calibration.ts'
import type { MeasuredIdea } from './measured-idea.ts'
import { followingAction, marketReturnPct, returnPct, type ScoredAction, wasRight } from './trade-result.ts'

/** A decision whose horizon is over and priced. */
export interface ScoredDecision {
  /** Decisions of one block share days of the market: see `meanInterval`. */
  readonly block: number
  /** Session of the decision, YYYY-MM-DD. */
  readonly sessionDate: string
  readonly direction: 'bullish' | 'bearish' | 'neutral'
  /** After the gates. */
  readonly action: ScoredAction
  readonly confidence: number
  /** Whether a gate or a bound made it a skip: its confidence was in another action, which nobody knows any more. */
  readonly isOverruled: boolean
  /** What the model cost, USD; null where unknown. */
  readonly costUsd: number | null
  /** What fixed rules decided on the same idea at the same instant; null while unknown. */
  readonly rulesAction: ScoredAction | null
  readonly outcome: MeasuredIdea
}

export const STRATEGIES = ['decisions', 'always_follow', 'fixed_rules', 'hold_spy'] as const
export type StrategyName = (typeof STRATEGIES)[number]

export interface ScoreTerms {
  /** Cost of each side of a trade, hundredths of a percent. */
  readonly costBps: number
  /** What each order stakes, USD. */
  readonly stakeUsd: number
}

export interface StrategyFigures {
  /** Ideas that it is known for. */
  readonly count: number
  readonly trades: number
  /** Per idea, a skip counting 0; percent of the stake after costs. NaN without an idea. */
  readonly meanReturnPct: number
  readonly returnInterval: Interval | null
  /** Of all ideas together; of the decisions after what the models cost. */
  readonly pnlUsd: number
  /** Share of the trades that gained after costs, 0 to 1; NaN without a trade. */
  readonly hitRate: number
  readonly hitInterval: Interval | null
  readonly sentence: string
}

/** How much more the decisions returned than a baseline, idea by idea. */
export interface Advantage {
  readonly baseline: Exclude<StrategyName, 'decisions'>
  readonly count: number
  /** Percent of the stake; NaN without an idea. */
  readonly meanDifferencePct: number
  readonly interval: Interval | null
  readonly sentence: string
}

export interface Scorecard {
  readonly strategies: readonly (StrategyFigures & { readonly name: StrategyName })[]
  readonly advantages: readonly Advantage[]
  readonly calibration: Calibration | null
  readonly costs: { readonly usd: number; readonly perDecisionUsd: number; readonly unknown: number }
  readonly exits: Readonly<Record<MeasuredIdea['exit'], number>>
  /** Profit up to and including each session of a decision, USD. */
  readonly curve: readonly (Readonly<Record<StrategyName, number>> & { readonly sessionDate: string })[]
}

type Returned = (decision: ScoredDecision) => number | null

/** `random` gives numbers from 0 to 1, 1 excluded; the same numbers give the same card. */
export function* scorecard(
  decisions: readonly ScoredDecision[],
  terms: ScoreTerms,
  random: () => number,
): Steps<Scorecard> {
  const returned = returnsBy(terms)
  const { usd, known } = costsOf(decisions)
  const strategies: Scorecard['strategies'][number][] = []
  for (const name of STRATEGIES) {
    const rule = { returned: returned[name], acts: ACTS[name], chargedUsd: name === 'decisions' ? usd : 0 }
    strategies.push({ name, ...(yield* figuresOf(decisions, rule, terms, random)) })
  }
  const advantages: Advantage[] = []
  for (const baseline of ['always_follow', 'fixed_rules', 'hold_spy'] as const)
    advantages.push(yield* advantageOver(baseline, decisions, returned, random))
  const calibration = yield* calibrationOf(judged(decisions, terms), random)
  yield
  return {
    strategies,
    advantages,
    calibration,
    costs: { usd, perDecisionUsd: usd / known, unknown: decisions.length - known },
    exits: {
      target: decisions.filter(({ outcome }) => outcome.exit === 'target').length,
      stop: decisions.filter(({ outcome }) => outcome.exit === 'stop').length,
      horizon: decisions.filter(({ outcome }) => outcome.exit === 'horizon').length,
    },
    curve: curveOf(decisions, returned, terms),
  }
}

/** The figures of some of the decisions alone, for groups. */
export function* groupFigures(decisions: readonly ScoredDecision[], terms: ScoreTerms, random: () => number) {
  const returned = returnsBy(terms).decisions
  const { usd, known } = costsOf(decisions)
  const rule = { returned, acts: ACTS.decisions, chargedUsd: usd }
  return {
    ...(yield* figuresOf(decisions, rule, terms, random)),
    brier: brierOf(judged(decisions, terms)),
    costPerDecisionUsd: usd / known,
  }
}

/** What the models cost, USD, and for how many of the decisions that is known. */
function costsOf(decisions: readonly ScoredDecision[]): { readonly usd: number; readonly known: number } {
  const known = decisions.flatMap(({ costUsd }) => costUsd ?? [])
  return { usd: known.reduce((sum, cost) => sum + cost, 0), known: known.length }
}

/** Whether a strategy trades an idea at all; null where that is unknown. */
const ACTS: Readonly<Record<StrategyName, (decision: ScoredDecision) => ScoredAction | null>> = {
  decisions: ({ action }) => action,
  always_follow: ({ direction }) => followingAction(direction),
  fixed_rules: ({ rulesAction }) => rulesAction,
  hold_spy: ({ outcome }) => (outcome.marketReturnPct === null ? null : 'buy'),
}

function returnsBy(terms: ScoreTerms): Readonly<Record<StrategyName, Returned>> {
  const traded =
    (name: StrategyName): Returned =>
    (decision) => {
      const action = ACTS[name](decision)
      return action && returnPct(action, decision.outcome, terms)
    }
  return {
    decisions: traded('decisions'),
    always_follow: traded('always_follow'),
    fixed_rules: traded('fixed_rules'),
    hold_spy: ({ outcome }) => marketReturnPct(outcome, terms),
  }
}

interface StrategyRule {
  readonly returned: Returned
  readonly acts: (decision: ScoredDecision) => ScoredAction | null
  readonly chargedUsd: number
}

function* figuresOf(
  decisions: readonly ScoredDecision[],
  { returned, acts, chargedUsd }: StrategyRule,
  { stakeUsd }: ScoreTerms,
  random: () => number,
): Steps<StrategyFigures> {
  const values = clustered(decisions, returned)
  const trades = decisions.filter((decision) => (acts(decision) ?? 'skip') !== 'skip')
  const hits = clustered(trades, (decision) => Number((returned(decision) ?? 0) > 0))
  const returnInterval = yield* meanInterval(values, random)
  const sum = values.reduce((total, { value }) => total + value, 0)
  return {
    count: values.length,
    trades: trades.length,
    meanReturnPct: mean(values),
    returnInterval,
    pnlUsd: (stakeUsd * sum) / 100 - chargedUsd,
    hitRate: mean(hits),
    hitInterval: yield* meanInterval(hits, random),
    sentence: meanSentence(values.length, returnInterval, {
      above: 'It gained more than chance explains.',
      below: 'It lost more than chance explains.',
      neither: 'Neither a gain nor a loss can be told from chance.',
    }),
  }
}

function* advantageOver(
  baseline: Advantage['baseline'],
  decisions: readonly ScoredDecision[],
  returned: Readonly<Record<StrategyName, Returned>>,
  random: () => number,
): Steps<Advantage> {
  const values = clustered(decisions, (decision) => {
    const other = returned[baseline](decision)
    const own = returned.decisions(decision)
    return other === null || own === null ? null : own - other
  })
  const interval = yield* meanInterval(values, random)
  return {
    baseline,
    count: values.length,
    meanDifferencePct: mean(values),
    interval,
    sentence: meanSentence(values.length, interval, {
      above: 'The decisions were better than this.',
      below: 'The decisions were worse than this.',
      neither: 'The decisions cannot be told from this.',
    }),
  }
}

function meanSentence(
  count: number,
  interval: Interval | null,
  words: { readonly above: string; readonly below: string; readonly neither: string },
): string {
  if (count < MIN_DECISIONS) return tooFew(count)
  if (interval === null) return `Too few to tell: the decisions lie in fewer than ${MIN_BLOCKS} stretches of sessions.`
  return interval.low > 0 ? words.above : interval.high < 0 ? words.below : words.neither
}

export function tooFew(count: number): string {
  return `Too few to tell: ${count} decisions are known, and ${MIN_DECISIONS} are needed.`
}

function clustered(decisions: readonly ScoredDecision[], returned: Returned): readonly Clustered[] {
  return decisions.flatMap((decision) => {
    const value = returned(decision)
    return value === null ? [] : [{ block: decision.block, value }]
  })
}

function judged(decisions: readonly ScoredDecision[], terms: ScoreTerms) {
  return decisions.flatMap(({ block, confidence, action, direction, isOverruled, outcome }) => {
    const isRight = isOverruled ? null : wasRight(action, direction, outcome, terms)
    return isRight === null ? [] : [{ block, confidence, isRight }]
  })
}

function curveOf(
  decisions: readonly ScoredDecision[],
  returned: Readonly<Record<StrategyName, Returned>>,
  { stakeUsd }: ScoreTerms,
): Scorecard['curve'] {
  const bySession = Map.groupBy(decisions, ({ sessionDate }) => sessionDate)
  const sums = { decisions: 0, always_follow: 0, fixed_rules: 0, hold_spy: 0 }
  return [...bySession]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sessionDate, some]) => {
      for (const decision of some) {
        for (const name of STRATEGIES) sums[name] += (stakeUsd * (returned[name](decision) ?? 0)) / 100
        sums.decisions -= decision.costUsd ?? 0
      }
      return { sessionDate, ...sums }
    })
}
