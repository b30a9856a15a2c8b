/** The numbers by which vendors write the condition codes of OPRA. */

/** Polygon (now Massive): 201 to 210 for A to J, 219 for S, 227 to 231 for a to e, 232 to 248 for f to v. */
export const POLYGON_CONDITIONS: ReadonlyMap<number, string> = numbered([
  [201, 'ABCDEFGHIJ'],
  [219, 'S'],
  [227, 'abcde'],
  [232, 'fghijklmnopqrstuv'],
])

/** ThetaData: 18 automatic, 95 intermarket sweep, 125 to 129 for a to e, 130 to 144 for f to t, 147 for u, 148 for v. */
export const THETA_DATA_CONDITIONS: ReadonlyMap<number, string> = numbered([
  [18, 'I'],
  [95, 'S'],
  [125, 'abcde'],
  [130, 'fghijklmnopqrst'],
  [147, 'uv'],
])

function numbered(runs: readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
  return new Map(runs.flatMap(([first, letters]) => [...letters].map((letter, index) => [first + index, letter])))
}
