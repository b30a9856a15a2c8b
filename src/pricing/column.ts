/** Entry `i` of a column, NaN outside it. Small enough to be inlined into loops. */
export function at(column: Float64Array, i: number): number {
  return column[i] ?? Number.NaN
}
