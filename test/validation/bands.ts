/** How often each band of the score occurs, by symbol and session of the simulated market. */
import { SCORE_BANDS } from '../../src/flow/domain/score/score-bands.ts'

export interface BandCount {
  readonly score: number
  readonly share: number
  /** Rows with the score or more, and how many the band states. */
  readonly found: number
  readonly stated: number
}

export function bandCounts(scores: readonly number[]): BandCount[] {
  return SCORE_BANDS.map(({ score, share }) => ({
    score,
    share,
    found: scores.filter((each) => each >= score).length,
    stated: share * scores.length,
  }))
}

/** Counts of several sessions together. */
export function addedBands(sessions: readonly (readonly BandCount[])[]): BandCount[] {
  const sumOf = (band: number, of: (count: BandCount) => number) =>
    sessions.reduce((sum, counts) => sum + of(counts[band] ?? { score: 0, share: 0, found: 0, stated: 0 }), 0)
  return SCORE_BANDS.map(({ score, share }, band) => ({
    score,
    share,
    found: sumOf(band, ({ found }) => found),
    stated: sumOf(band, ({ stated }) => stated),
  }))
}

/** By how much a band may differ from what is stated. */
const FACTOR = 1.5
/** Of fewer rows chance decides, and prints come in bursts: four standard deviations more are allowed. */
const FEW = 30

/** Whether a band holds; true where less than five rows are stated, which say nothing. */
export function holds({ found, stated }: BandCount): boolean {
  if (stated < 5) return true
  const chance = stated < FEW ? 4 * Math.sqrt(stated) : 0
  return found <= FACTOR * stated + chance && found >= stated / FACTOR - chance
}
