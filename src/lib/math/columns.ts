/** Bounds-checked reads of typed arrays, small enough to be inlined. */

/** Entry `i`, NaN outside the column and for row −1. */
export function at(column: Float64Array, i: number): number {
  return column[i] ?? Number.NaN
}

/** Entry `i` of a column of row numbers or codes, −1 outside it. */
export function indexAt(column: Int32Array | Uint32Array | Uint16Array | Uint8Array, i: number): number {
  return column[i] ?? -1
}
