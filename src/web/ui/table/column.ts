import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Field name as in `/methodology`, which the head explains. */
  readonly field?: string
  /** Texts align left, numbers right. */
  readonly align?: 'start' | 'end'
}
