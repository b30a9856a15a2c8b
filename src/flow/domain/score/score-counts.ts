/** Number of final rows by their score, a whole number from 0 to 100. */
export type ScoreCounts = Float64Array

const SCORES = 101

export function zeroScores(): ScoreCounts {
  return new Float64Array(SCORES)
}

export function countScore(counts: ScoreCounts, score: number): void {
  counts[score] = (counts[score] ?? 0) + 1
}

/** Adds the difference of two counts of one reader to `total`. */
export function addScores(total: ScoreCounts, before: ScoreCounts, after: ScoreCounts): void {
  for (let score = 0; score < SCORES; score++) {
    total[score] = (total[score] ?? 0) + (after[score] ?? 0) - (before[score] ?? 0)
  }
}
