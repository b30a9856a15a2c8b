import { Explained } from '../explained.tsx'
import type { Column } from './column.ts'
import type { Sorting } from './sorting.ts'

interface ColumnHeadsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly asOf?: string | undefined
  readonly sorting?: Sorting | null
  /** Sorts by a column; without it the rows have one order. */
  readonly onSort?: (column: Column<Row>) => void
}

/** The column heads of a table; those of numbers explain them, and a button beside each sorts by it. */
export function ColumnHeads<Row>({ columns, asOf, sorting = null, onSort }: ColumnHeadsProps<Row>) {
  return columns.map((column) => {
    const { title, field, align = 'end' } = column
    const direction = sorting?.title === title ? sorting.direction : undefined
    return (
      <th key={title} scope="col" data-align={align} aria-sort={direction}>
        {field ? (
          <Explained field={field} asOf={asOf}>
            {title}
          </Explained>
        ) : (
          title
        )}
        {onSort ? (
          <button type="button" class="sort" aria-label={`Sort by ${title}`} onClick={() => onSort(column)} />
        ) : null}
      </th>
    )
  })
}

interface RowCellsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
}

/** The cells of a row; the first one labels it. */
export function RowCells<Row>({ columns, row }: RowCellsProps<Row>) {
  return columns.map(({ title, cell, align = 'end' }, index) =>
    index === 0 ? (
      <th key={title} scope="row" data-align={align}>
        {cell(row)}
      </th>
    ) : (
      <td key={title} data-align={align}>
        {cell(row)}
      </td>
    ),
  )
}
