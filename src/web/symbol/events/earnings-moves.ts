/** Expected and actual moves of reports, in percent of the price, on one track. */

interface Moves {
  /** Never negative. */
  readonly expected_move_pct: number | null
  readonly actual_move_pct: number | null
}

/** The number of moves within the expected one, of reports where both are knownCount. */
export function movesWithin(reports: readonly Moves[]): { readonly within: number; readonly knownCount: number } {
  const outcomes = reports.flatMap(({ expected_move_pct: expected, actual_move_pct: actual }) =>
    expected === null || actual === null ? [] : [Math.abs(actual) <= expected],
  )
  return { within: outcomes.filter(Boolean).length, knownCount: outcomes.length }
}

/** Width of the band and position of the mark, on a track as wide as the largest move. */
export function moveTrack(reports: readonly Moves[]) {
  const sizes = reports.flatMap((report) => [report.expected_move_pct ?? 0, Math.abs(report.actual_move_pct ?? 0)])
  const maxMove = Math.max(1, ...sizes)
  return (expected: number | null, actual: number | null) => ({
    '--expected': `${percent((expected ?? 0) / maxMove)}%`,
    '--actual': `${percent(0.5 + (actual ?? 0) / (2 * maxMove))}%`,
  })
}

function percent(share: number): number {
  return Math.round(1000 * share) / 10
}
