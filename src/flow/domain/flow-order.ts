/** Orders of flow rows. */
import type { FlowRow } from './flow-row.ts'

/** `newest` by time; the others by that value, largest first, and rows of the same value by time. */
export const FLOW_SORTS = ['newest', 'score', 'premium', 'size'] as const

export type FlowSort = (typeof FLOW_SORTS)[number]

/** The place of a row in an order. */
export interface FlowPlace {
  /** See `sortValue`. */
  readonly value: number
  readonly executedAtMs: number
  readonly symbol: string
  readonly sequence: number
}

type PlacedRow = Pick<FlowRow, 'executedAtMs' | 'symbol' | 'sequence' | 'unusualScore' | 'premium' | 'size'>

export function flowPlace(row: PlacedRow, sort: FlowSort): FlowPlace {
  const { executedAtMs, symbol, sequence } = row
  return { value: SORT_VALUES[sort](row), executedAtMs, symbol, sequence }
}

/** Whether value and time alone put a row after a place. It is asked for each row of a tape, and makes nothing. */
export function isBehind(row: PlacedRow, sort: FlowSort, place: FlowPlace): boolean {
  const value = SORT_VALUES[sort](row)
  return value === place.value ? row.executedAtMs < place.executedAtMs : value < place.value
}

/** Whole numbers, so that they are the same in memory, in the store and in a cursor. An unknown premium comes last. */
const SORT_VALUES: Readonly<Record<FlowSort, (row: PlacedRow) => number>> = {
  newest: () => 0,
  score: ({ unusualScore }) => unusualScore,
  premium: ({ premium }) => (Number.isNaN(premium) ? -1 : Math.round(100 * premium)),
  size: ({ size }) => size,
}

/** By value, largest first; then by time, newest first; then by symbol, then by position on the tape, latest first. */
export function comparePlaces(a: FlowPlace, b: FlowPlace): number {
  if (a.value !== b.value) return b.value - a.value
  if (a.executedAtMs !== b.executedAtMs) return b.executedAtMs - a.executedAtMs
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1
  return b.sequence - a.sequence
}
