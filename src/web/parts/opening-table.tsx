import { type ComponentChildren, Fragment } from 'preact'
import { useState } from 'preact/hooks'
import './opening-table.css'
import { ColumnHeads } from './column-heads.tsx'
import { Empty } from './states.tsx'
import type { Column } from './table.tsx'

interface OpeningTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** What the button says that opens a row. */
  readonly openLabel: (row: Row) => string
  readonly detail: (row: Row) => ComponentChildren
  readonly asOf?: string
  readonly empty: string
}

/** Rows that each open to something more; what is open stays open when the rows are renewed. */
export function OpeningTable<Row>(props: OpeningTableProps<Row>) {
  const { label, columns, rows, keyOf, openLabel, detail, asOf, empty } = props
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const turn = (key: string) => {
    const next = new Set(opened)
    if (!next.delete(key)) next.add(key)
    setOpened(next)
  }
  if (rows.length === 0) return <Empty>{empty}</Empty>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            <ColumnHeads columns={columns} asOf={asOf} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
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
