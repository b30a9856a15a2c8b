/** Entry `i` of a column, NaN outside it. Small enough to vanish into the loops that read with it. */
export function at(column: Float64Array, i: number): number {
  return column[i] ?? Number.NaN
}
