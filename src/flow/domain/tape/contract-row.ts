import type { ConditionKind } from './condition-codes.ts'
import type { Direction, Side } from './print-side.ts'

/** The part of a pending row that `ContractState` needs. */
export interface ContractRow {
  readonly kind: ConditionKind
  readonly direction: Direction
  side: Side
  /** Contracts. */
  size: number
  /** Execution time of its latest leg. */
  lastMs: number
  /** Leg of a package that was recognized without a condition code. */
  packaged: boolean
  /** Number of the last scan of its contract's prints that visited it. */
  scan: number
}

/** A regular single-leg print: it can have an aggressor and be part of a sweep. */
export function isOpenMarket({ kind, packaged }: ContractRow): boolean {
  return kind === 'regular' && !packaged
}

export function aggressorOf(row: ContractRow): Direction {
  return isOpenMarket(row) ? row.direction : 0
}
