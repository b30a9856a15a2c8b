/** Expected and actual moves of reports, in percent of the price, on one track. */

interface Moves {
  /** Never negative. */
  readonly expected_move_pct: number | null
  readonly actual_move_pct: number | null
}

/** How many of the moves whose both figures are known stayed inside the expected one. */
export function movesWithin(reports: readonly Moves[]): { readonly within: number; readonly known: number } {
  const known = reports.flatMap(({ expected_move_pct: expected, actual_move_pct: actual }) =>
    expected === null || actual === null ? [] : [Math.abs(actual) <= expected],
  )
  return { within: known.filter(Boolean).length, known: known.length }
}

/** Width of the band and place of the mark for the style sheet, on a track that holds the largest of all moves. */
export function moveTrack(reports: readonly Moves[]) {
  const sizes = reports.flatMap((report) => [report.expected_move_pct ?? 0, Math.abs(report.actual_move_pct ?? 0)])
  const most = Math.max(1, ...sizes)
  return (expected: number | null, actual: number | null) => ({
    '--expected': `${percent((expected ?? 0) / most)}%`,
    '--actual': `${percent(0.5 + (actual ?? 0) / (2 * most))}%`,
  })
}

function percent(share: number): number {
  return Math.round(1000 * share) / 10
}
