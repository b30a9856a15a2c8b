/** Points that the learned accumulation is compared with. */
import type { FlowRow } from '../../src/flow/domain/flow-row.ts'
import { EVIDENCE } from '../../src/flow/domain/score/rarity-features.ts'
import { accumulationPoints, pointsTogether } from '../../src/flow/domain/score/unusual-score.ts'
import { persistenceOf } from '../../src/flow/domain/sums/accumulation.ts'

/** The formula that was set by hand: most points, persistence for the first and for all, and net contracts over open interest. */
const FORMULA = { points: 60, from: 1.5, full: 3, overOpenInterest: 0.25 } as const

type Scored = Pick<FlowRow, 'evidence' | 'premium'>

/** Of the eight ranks and their combination, by the half-space trees. */
export function pointsWithout({ evidence, premium }: Scored): number {
  return pointsTogether(evidence, premium) - accumulationPoints(evidence)
}

/** The same and what the formula gives for steady buying. */
export function pointsWithFormula(row: Scored): number {
  const { evidence } = row
  const at = (place: number) => evidence[place] ?? Number.NaN
  const persistence = persistenceOf(at(EVIDENCE.buys), at(EVIDENCE.sells))
  const over = at(EVIDENCE.overOpenInterest)
  const { points, from, full, overOpenInterest } = FORMULA
  if (!(persistence > from && over > 0)) return pointsWithout(row)
  const steady = Math.min((persistence - from) / (full - from), 1)
  return pointsWithout(row) + points * steady * Math.min(over / overOpenInterest, 1)
}
