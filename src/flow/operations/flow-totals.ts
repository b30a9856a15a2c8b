import { addScores, type ScoreCounts, zeroScores } from '../domain/score/score-counts.ts'
import { addCounts, type PrintCounts, zeroCounts } from '../domain/tape/print-counts.ts'

interface SessionCounts {
  readonly counts: PrintCounts
  readonly scores: ScoreCounts
}

/** What the readers of one process have counted. */
export class FlowTotals {
  readonly prints = zeroCounts()
  readonly scores = zeroScores()

  /** Adds what a reader has counted since `before`; all of it without one. */
  add(before: SessionCounts | null, { counts, scores }: SessionCounts): void {
    addCounts(this.prints, before?.counts ?? zeroCounts(), counts)
    addScores(this.scores, before?.scores ?? zeroScores(), scores)
  }
}
