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

interface SplitMoves {
  readonly report_move_absolute_pct?: number | null | undefined
  readonly actual_move_pct: number | null
  readonly crush_pct?: number | null | undefined
  readonly implied_over_actual?: number | null | undefined
}

/** Reports whose implied and actual move are both known, in the same order. */
export function comparedReports<Report extends SplitMoves>(reports: readonly Report[]) {
  return reports.flatMap((report) => {
    const { report_move_absolute_pct: implied = null, actual_move_pct: actual } = report
    const { crush_pct = null, implied_over_actual = null } = report
    return implied === null || actual === null ? [] : [{ ...report, implied, actual, crush_pct, implied_over_actual }]
  })
}

/** The longest bar, percent. */
export function largestMove(reports: readonly { readonly implied: number; readonly actual: number }[]): number {
  return Math.max(...reports.flatMap(({ implied, actual }) => [implied, Math.abs(actual)]), 0.1)
}
