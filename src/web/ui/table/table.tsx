import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Column } from './column.ts'
import { ColumnHeads, RowCells } from './column-heads.tsx'
import { type Sorting, sortedRows, turned } from './sorting.ts'

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly asOf?: string
  /** Shown if there are no rows, for example `<Empty>`. */
  readonly empty?: ComponentChildren
}

/** A table that scrolls horizontally in its own frame and sorts by each column. The first column labels the row. */
export function Table<Row>({ label, columns, rows, keyOf, asOf, empty = null }: TableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  if (rows.length === 0) return <>{empty}</>
  return (
    // biome-ignore lint/a11y: what scrolls must be reachable with the keyboard, and have a name that is no landmark
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <ColumnHeads
              columns={columns}
              asOf={asOf}
              sorting={sorting}
              {...(rows.length > 1 && { onSort: (column: Column<Row>) => setSorting(turned(sorting, column)) })}
            />
          </tr>
        </thead>
        <tbody>
          {sortedRows(rows, columns, sorting).map((row) => (
            <tr key={keyOf(row)}>
              <RowCells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
