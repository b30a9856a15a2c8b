import type { ComponentChildren } from 'preact'
import { ColumnHeads, RowCells } from './column-heads.tsx'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Name of the number as `/methodology` lists it: the head then explains it. */
  readonly field?: string
  /** Texts begin at the left, numbers end at the right. */
  readonly align?: 'start' | 'end'
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly asOf?: string
  /** What stands instead of no rows. */
  readonly empty?: string
}

/** Rows with heads; wider than the screen, it is pushed sideways inside its own frame. The first column names the row. */
export function Table<Row>({ label, columns, rows, keyOf, asOf, empty = 'Nothing here.' }: TableProps<Row>) {
  if (rows.length === 0) return <p class="nothing">{empty}</p>
  return (
    // biome-ignore lint/a11y: what scrolls must be reachable with the keyboard, and have a name that is no landmark
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <ColumnHeads columns={columns} asOf={asOf} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <RowCells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
