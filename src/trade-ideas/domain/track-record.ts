/** How ideas turned out: what was said against what came. */
import { clamp, orNull } from '../../lib/math/numbers.ts'
import { PIPELINES, type PipelineName } from './pipeline.ts'

export const CONFIDENCE_BUCKETS = 10

/** Sums over ended ideas of one pipeline whose confidence lies in one tenth. */
export interface OutcomeTally {
  readonly pipeline: PipelineName
  /** 0 to 9: confidence from bucket / 10 on. */
  readonly confidenceBucket: number
  readonly count: number
  readonly hits: number
  readonly sumR: number
  readonly sumPct: number
  readonly sumConfidence: number
}

interface Figures {
  readonly count: number
  readonly hits: number
  /** All null without an ended idea. */
  readonly hitRatePct: number | null
  readonly averageR: number | null
  readonly averagePct: number | null
  readonly averageConfidence: number | null
}

export interface TrackRecord {
  readonly total: Figures
  /** All of them, in the order of `PIPELINES`. */
  readonly pipelines: readonly (Figures & { readonly pipeline: PipelineName })[]
  /** Tenths of confidence that ideas fell into, the lowest first. */
  readonly calibration: readonly (Figures & { readonly confidenceFrom: number; readonly confidenceTo: number })[]
}

export function trackRecord(tallies: readonly OutcomeTally[]): TrackRecord {
  const buckets = [...new Set(tallies.map(({ confidenceBucket }) => confidenceBucket))].sort((a, b) => a - b)
  return {
    total: figuresOf(tallies),
    pipelines: PIPELINES.map((pipeline) => ({
      pipeline,
      ...figuresOf(tallies.filter((tally) => tally.pipeline === pipeline)),
    })),
    calibration: buckets.map((bucket) => ({
      confidenceFrom: bucket / CONFIDENCE_BUCKETS,
      confidenceTo: (bucket + 1) / CONFIDENCE_BUCKETS,
      ...figuresOf(tallies.filter(({ confidenceBucket }) => confidenceBucket === bucket)),
    })),
  }
}

export function confidenceBucket(confidence: number): number {
  // 0.29 × 10 is 2.8999…: what was rounded to hundredths is counted in hundredths.
  return clamp(Math.floor(Math.round(100 * confidence) / CONFIDENCE_BUCKETS), 0, CONFIDENCE_BUCKETS - 1)
}

function figuresOf(tallies: readonly OutcomeTally[]): Figures {
  const sum = (of: (tally: OutcomeTally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)
  const count = sum((tally) => tally.count)
  const hits = sum((tally) => tally.hits)
  return {
    count,
    hits,
    hitRatePct: orNull((100 * hits) / count),
    averageR: orNull(sum(({ sumR }) => sumR) / count),
    averagePct: orNull(sum(({ sumPct }) => sumPct) / count),
    averageConfidence: orNull(sum(({ sumConfidence }) => sumConfidence) / count),
  }
}
