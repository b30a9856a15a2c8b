/** Whether every case of the large grids runs: `npm run test:long` sets it. */
export const everyCase = process.env['CASES'] === 'all'

/** As many of the cases as `npm test` has time for, spread evenly; all of them in `npm run test:long`. */
export function sample<T>(cases: readonly T[], count: number): readonly T[] {
  if (everyCase || count >= cases.length) return cases
  return Array.from({ length: count }, (_, index) => cases[Math.floor(((index + 0.5) * cases.length) / count)] as T)
}
