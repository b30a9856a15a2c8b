import { useMemo } from 'preact/hooks'
import { ColumnHeads, RowCells } from './column-heads.tsx'
import { PRINT_COLUMNS, type Print, SYMBOL, TIME } from './print-columns.tsx'
import { VirtualRows } from './virtual-rows.tsx'

const COLUMNS = [TIME, SYMBOL, ...PRINT_COLUMNS]
/** In rem, in the order of the columns. */
const WIDTHS = [5, 4.6, 12.5, 5.8, 4.4, 5, 6.2, 4.8, 5.4, 4.4, 4.4, 5.4, 6.4, 4.4]

interface TapeTableProps {
  readonly rows: readonly Print[]
  readonly asOf: string
  /** Rows that were there when the page opened do not light up. */
  readonly isFresh: (id: string) => boolean
  readonly onAway: (isAway: boolean) => void
  readonly toTop: number
}

/** Prints, the newest on top; only those in view are made. */
export function TapeTable({ rows, asOf, isFresh, onAway, toTop }: TapeTableProps) {
  return (
    <VirtualRows
      label="Prints, the newest first"
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
        return print ? <Row key={print.id} print={print} rowIndex={rowIndex} isFresh={isFresh(print.id)} /> : null
      }}
    />
  )
}

interface RowProps {
  readonly print: Print
  readonly rowIndex: number
  readonly isFresh: boolean
}

/** Its cells are kept as long as the print is the same: a tape that moves makes new rows only. */
function Row({ print, rowIndex, isFresh }: RowProps) {
  const cells = useMemo(() => <RowCells columns={COLUMNS} row={print} />, [print])
  return (
    <tr aria-rowindex={rowIndex} data-fresh={isFresh}>
      {cells}
    </tr>
  )
}
