/**
 * From the evidence of an idea to a confidence: the probability that its thesis comes true. It starts from a belief per
 * pipeline and gives way to what became of earlier ideas: in each fifth of evidence the mean of the belief, which counts
 * as twenty ideas, and the outcomes; then pooled so that more evidence never means less confidence (isotonic regression
 * by pooling adjacent violators, Ayer et al. 1955), and linear between the middles of the fifths.
 */
import { clamp } from '../../lib/math/numbers.ts'
import type { PipelineName } from './pipeline.ts'

export const EVIDENCE_BUCKETS = 5
const PRIOR_IDEAS = 20

/**
 * What is believed before any outcome, at no and at full evidence. Around what came true of each pipeline in sessions of
 * the simulated market (`idea_hit_rate_…` in `/methodology`, made by `npm run validate`), which knows nothing of trends
 * and walls: a target one move away is often not reached within the horizon, while a range before a report mostly
 * holds. Of `flow` there were too few; with target and stop of about one to 0.6 moves a price without drift reaches the
 * target first three times in eight. Evidence raises that by what such patterns can be hoped to know.
 */
const PRIORS: Readonly<Record<PipelineName, readonly [none: number, full: number]>> = {
  flow: [0.35, 0.65],
  gamma: [0.35, 0.55],
  trend: [0.2, 0.4],
  crush: [0.65, 0.9],
}

/** Ended ideas of one pipeline whose evidence lies in one bucket. */
export interface EvidenceTally {
  readonly pipeline: PipelineName
  /** 0 to 4. */
  readonly evidenceBucket: number
  readonly count: number
  readonly hits: number
}

/** Confidence at the middle of each bucket, never falling. */
export type Calibration = Readonly<Record<PipelineName, readonly number[]>>

export function calibrationOf(tallies: readonly EvidenceTally[]): Calibration {
  const of = (pipeline: PipelineName) =>
    tableOf(
      pipeline,
      tallies.filter((tally) => tally.pipeline === pipeline),
    )
  return { flow: of('flow'), gamma: of('gamma'), trend: of('trend'), crush: of('crush') }
}

/** Whole hundredths: more digits would claim more than is known. */
export function confidenceOf(pipeline: PipelineName, evidence: number, calibration: Calibration): number {
  const table = calibration[pipeline]
  const place = clamp(evidence * EVIDENCE_BUCKETS - 0.5, 0, EVIDENCE_BUCKETS - 1)
  const below = Math.floor(place)
  const from = table[below] ?? 0
  const to = table[Math.min(below + 1, EVIDENCE_BUCKETS - 1)] ?? from
  return Math.round(100 * clamp(from + (place - below) * (to - from), 0, 1)) / 100
}

export function evidenceBucket(evidence: number): number {
  return clamp(Math.floor(evidence * EVIDENCE_BUCKETS), 0, EVIDENCE_BUCKETS - 1)
}

function tableOf(pipeline: PipelineName, tallies: readonly EvidenceTally[]): readonly number[] {
  const [none, full] = PRIORS[pipeline]
  const pools: { mean: number; weight: number; size: number }[] = []
  for (let bucket = 0; bucket < EVIDENCE_BUCKETS; bucket++) {
    const own = tallies.filter((tally) => tally.evidenceBucket === bucket)
    const count = own.reduce((total, tally) => total + tally.count, 0)
    const hits = own.reduce((total, tally) => total + tally.hits, 0)
    const prior = none + ((full - none) * (bucket + 0.5)) / EVIDENCE_BUCKETS
    const weight = PRIOR_IDEAS + count
    let pool = { mean: (PRIOR_IDEAS * prior + hits) / weight, weight, size: 1 }
    for (let before = pools.at(-1); before && before.mean > pool.mean; before = pools.at(-1)) {
      pools.pop()
      const joint = before.weight + pool.weight
      const mean = (before.mean * before.weight + pool.mean * pool.weight) / joint
      pool = { mean, weight: joint, size: before.size + pool.size }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ mean, size }) => Array.from({ length: size }, () => mean))
}
