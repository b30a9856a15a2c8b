import { Component } from 'preact'
import { ColumnHeads, RowCells } from '../ui/table/column-heads.tsx'
import { VirtualRows } from '../ui/table/virtual-rows.tsx'
import { PRINT_COLUMNS, type Print, SYMBOL, TIME } from './print-columns.tsx'

const COLUMNS = [TIME, SYMBOL, ...PRINT_COLUMNS]
/** Widths in rem, in the order of the columns. */
const WIDTHS = [5, 6, 12.5, 5.8, 4.4, 5, 6.2, 4.8, 5.4, 4.4, 4.4, 5.4, 6.4, 4.4]

interface TapeTableProps {
  readonly rows: readonly Print[]
  readonly asOf: string
  /** Whether a print arrived with the last update: it is highlighted. */
  readonly isFresh: (id: string) => boolean
  readonly onAway: (isAway: boolean) => void
  readonly toTop: number
}

/**
 * Prints, newest first; only visible rows are rendered. Rows are keyed by place, not by print: a moving tape changes
 * texts and moves nothing.
 */
export function TapeTable({ rows, asOf, isFresh, onAway, toTop }: TapeTableProps) {
  return (
    <VirtualRows
      label="Prints, newest first"
      head={
        <tr aria-rowindex={1}>
          <ColumnHeads columns={COLUMNS} asOf={asOf} />
        </tr>
      }
      headRows={1}
      widths={WIDTHS}
      count={rows.length}
      onAway={onAway}
      toTop={toTop}
      row={(index, rowIndex) => {
        const print = rows[index]
        return print ? <Row key={index} print={print} rowIndex={rowIndex} isFresh={isFresh(print.id)} /> : null
      }}
    />
  )
}

interface RowProps {
  readonly print: Print
  readonly rowIndex: number
  readonly isFresh: boolean
}

/**
 * Renders again only when something changes. A memoized element would keep the tree in which it was first rendered, and
 * with it all rows of that time.
 */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ print, isFresh }: RowProps): boolean {
    return print !== this.props.print || isFresh !== this.props.isFresh
  }

  override render({ print, rowIndex, isFresh }: RowProps) {
    return (
      <tr aria-rowindex={rowIndex} data-fresh={isFresh}>
        <RowCells columns={COLUMNS} row={print} />
      </tr>
    )
  }
}
