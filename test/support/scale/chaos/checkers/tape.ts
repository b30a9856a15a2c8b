import type { StoredSegment } from '../stored.ts'
import { named, repeated } from './named.ts'

export interface TapeFacts {
  /** Sizes of what the vendor traded; no two are the same. */
  readonly traded: readonly number[]
  readonly segments: readonly StoredSegment[]
  /** Sizes of the prints in the segments, in their order. */
  readonly printSizes: readonly number[]
  readonly rows: readonly { readonly sequence: number; readonly size: number }[]
}

/** The segments follow one another, and each trade is one print and one row, at one place. */
export function tapeFaults({ traded, segments, printSizes, rows }: TapeFacts): string[] {
  const wanted = new Set(traded)
  const prints = new Set(printSizes)
  const rowSizes = rows.map(({ size }) => size)
  const inRows = new Set(rowSizes)
  const count = segments.reduce((sum, { rowCount }) => sum + rowCount, 0)
  return [
    ...segmentFaults(segments),
    ...(count === printSizes.length ? [] : [`segments of ${count} prints hold ${printSizes.length}`]),
    ...named(
      'trades that are not on the tape',
      traded.filter((it) => !prints.has(it)),
    ),
    ...named(
      'prints that nobody traded',
      printSizes.filter((it) => !wanted.has(it)),
    ),
    ...named('prints that are twice on the tape', repeated(printSizes)),
    ...named(
      'trades without a row',
      traded.filter((it) => !inRows.has(it)),
    ),
    ...named(
      'rows of no trade',
      rowSizes.filter((it) => !wanted.has(it)),
    ),
    ...named('trades with two rows', repeated(rowSizes)),
    ...named(
      'rows at another place than their print',
      rows.filter(({ sequence, size }) => printSizes[sequence] !== size).map(({ sequence }) => sequence),
    ),
  ]
}

function segmentFaults(segments: readonly StoredSegment[]): string[] {
  const bySymbol = Map.groupBy(segments, ({ symbol }) => symbol)
  return [...bySymbol].flatMap(([symbol, all]) => {
    const inOrder = all.toSorted((a, b) => a.firstRow - b.firstRow)
    const wrong = inOrder.filter(({ firstRow }, index) => {
      const before = inOrder[index - 1]
      return firstRow !== (before ? before.firstRow + before.rowCount : 0)
    })
    return named(
      `segments of ${symbol} that do not follow the one before`,
      wrong.map(({ firstRow }) => firstRow),
    )
  })
}
