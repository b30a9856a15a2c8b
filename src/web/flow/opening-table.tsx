import { type ComponentChildren, Fragment } from 'preact'
import { useState } from 'preact/hooks'
import './opening-table.css'
import { useFirst } from '../ui/after-paint.ts'
import type { Column } from '../ui/table/column.ts'
import { ColumnHeads } from '../ui/table/column-heads.tsx'
import { type Sorting, sortedRows, turned } from '../ui/table/sorting.ts'

/** More than a window shows. */
const FIRST_ROWS = 20

interface OpeningTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Label of the button that opens a row. */
  readonly openLabel: (row: Row) => string
  readonly detail: (row: Row) => ComponentChildren
  readonly asOf?: string
  readonly empty: ComponentChildren
}

/** Rows with details that can be opened; open rows stay open when the data are updated. */
export function OpeningTable<Row>(props: OpeningTableProps<Row>) {
  const { label, columns, rows, keyOf, openLabel, detail, asOf, empty } = props
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const turn = (key: string) => {
    const next = new Set(opened)
    if (!next.delete(key)) next.add(key)
    setOpened(next)
  }
  const shown = useFirst(sortedRows(rows, columns, sorting), FIRST_ROWS)
  if (rows.length === 0) return <>{empty}</>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            <ColumnHeads
              columns={columns}
              asOf={asOf}
              sorting={sorting}
              onSort={(column) => setSorting(turned(sorting, column))}
            />
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const key = keyOf(row)
            const isOpen = opened.has(key)
            return (
              <Fragment key={key}>
                <tr>
                  <td>
                    <button
                      type="button"
                      class="opening-turn"
                      aria-expanded={isOpen}
                      aria-label={openLabel(row)}
                      onClick={() => turn(key)}
                    />
                  </td>
                  {columns.map(({ title, cell, align = 'end' }) => (
                    <td key={title} data-align={align}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
                {isOpen ? (
                  <tr class="opening-detail">
                    <td colSpan={columns.length + 1}>
                      <div>{detail(row)}</div>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
