import { Explained } from '../explained.tsx'
import type { Column } from './column.ts'

interface ColumnHeadsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly asOf?: string | undefined
}

/** The column heads of a table; those of numbers explain them. */
export function ColumnHeads<Row>({ columns, asOf }: ColumnHeadsProps<Row>) {
  return columns.map(({ title, field, align = 'end' }) => (
    <th key={title} scope="col" data-align={align}>
      {field ? (
        <Explained field={field} asOf={asOf}>
          {title}
        </Explained>
      ) : (
        title
      )}
    </th>
  ))
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
