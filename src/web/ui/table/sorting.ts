import type { Column } from './column.ts'

/** The column by which a table is sorted, by its title. */
export interface Sorting {
  readonly title: string
  readonly direction: 'ascending' | 'descending'
}

type SortValue = string | number | null

/** The sorting after a click on a head: a new column starts with its largest number or first text, the same turns. */
export function turned<Row>(now: Sorting | null, column: Column<Row>): Sorting {
  const first = column.align === 'start' ? 'ascending' : 'descending'
  if (now?.title !== column.title) return { title: column.title, direction: first }
  return { title: column.title, direction: now.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** The rows in the order of a column. Unknown values are last in both directions; equal rows keep their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const column = columns.find(({ title }) => title === sorting?.title)
  if (!column || sorting === null) return rows
  const sign = sorting.direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, value: sortValue(column, row) }))
    .sort((a, b) => compared(a.value, b.value, sign))
    .map(({ row }) => row)
}

/** The value of a cell: the column's own, else the field of its name, else the text that it shows. */
function sortValue<Row>(column: Column<Row>, row: Row): SortValue {
  if (column.sort) return column.sort(row)
  const named: unknown = column.field === undefined ? undefined : Object(row)[column.field]
  const value = named === undefined ? column.cell(row) : named
  return typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value)) ? value : null
}

function compared(a: SortValue, b: SortValue, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return sign * String(a).localeCompare(String(b), 'en')
}
