import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Field name as in `/methodology`, which the head explains. */
  readonly field?: string
  /** What the column sorts by, where that is neither the field of its name nor the text of the cell. */
  readonly sort?: (row: Row) => string | number | null
  /** Texts align left, numbers right. */
  readonly align?: 'start' | 'end'
}
