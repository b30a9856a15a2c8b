/** How well the confidence of decisions agrees with what came. */
import { clamp } from '../../../lib/math/numbers.ts'
import type { Steps } from '../../../lib/steps.ts'
import { type Clustered, type Interval, mean, meanInterval } from './bootstrap.ts'

const BINS = 10

/** A decision that can be judged: what it claimed, and whether it was right. */
export interface JudgedDecision {
  readonly block: number
  /** 0 to 1. */
  readonly confidence: number
  readonly isRight: boolean
}

export interface ReliabilityBin {
  /** Confidence from `from` on and below `to`; 1 belongs to the last. */
  readonly from: number
  readonly to: number
  readonly count: number
  readonly meanConfidence: number
  /** Share that was right, 0 to 1. */
  readonly rightShare: number
  readonly interval: Interval | null
}

export interface Calibration {
  readonly count: number
  /** Mean of (confidence − outcome)², 0 is perfect and 0.25 is what 0.5 on everything scores. Brier 1950. */
  readonly brier: number
  readonly brierInterval: Interval | null
  /** The same score of a confidence that is always the share of right decisions: a model that knows more is below. */
  readonly baseBrier: number
  /** Tenths of confidence that decisions fell into, the lowest first. */
  readonly bins: readonly ReliabilityBin[]
}

/** Null without a decision that can be judged. */
export function* calibrationOf(decisions: readonly JudgedDecision[], random: () => number): Steps<Calibration | null> {
  if (decisions.length === 0) return null
  const errors = errorsOf(decisions)
  const rightShare = mean(rights(decisions))
  const byBin = Map.groupBy(decisions, ({ confidence }) => binOf(confidence))
  const brierInterval = yield* meanInterval(errors, random)
  const bins: ReliabilityBin[] = []
  for (const [bin, some] of [...byBin].sort(([a], [b]) => a - b)) bins.push(yield* reliabilityOf(bin, some, random))
  return {
    count: decisions.length,
    brier: mean(errors),
    brierInterval,
    baseBrier: rightShare * (1 - rightShare),
    bins,
  }
}

/** The Brier score alone; NaN without a decision that can be judged. */
export function brierOf(decisions: readonly JudgedDecision[]): number {
  return mean(errorsOf(decisions))
}

function errorsOf(decisions: readonly JudgedDecision[]): readonly Clustered[] {
  return decisions.map(({ block, confidence, isRight }) => ({ block, value: (confidence - Number(isRight)) ** 2 }))
}

function* reliabilityOf(
  bin: number,
  decisions: readonly JudgedDecision[],
  random: () => number,
): Steps<ReliabilityBin> {
  const right = rights(decisions)
  return {
    from: bin / BINS,
    to: (bin + 1) / BINS,
    count: decisions.length,
    meanConfidence: mean(decisions.map(({ block, confidence }) => ({ block, value: confidence }))),
    rightShare: mean(right),
    interval: yield* meanInterval(right, random),
  }
}

function rights(decisions: readonly JudgedDecision[]): readonly Clustered[] {
  return decisions.map(({ block, isRight }) => ({ block, value: Number(isRight) }))
}

/** 0.29 × 10 is 2.8999…: what was rounded to hundredths is counted in hundredths. */
function binOf(confidence: number): number {
  return clamp(Math.floor(Math.round(100 * confidence) / BINS), 0, BINS - 1)
}
