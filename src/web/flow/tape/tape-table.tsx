import { Component } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Column } from '../../ui/table/column.ts'
import { ColumnHeads, RowCells } from '../../ui/table/column-heads.tsx'
import { VirtualRows } from '../../ui/table/virtual-rows.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { type Print, PrintCard } from '../print-columns.tsx'
import { tapeColumns } from './tape-columns.tsx'
import { ROW_REM, type TapeView } from './tape-view.ts'

/** On a phone each print is a card of two lines. */
const CARDS: readonly Column<Print>[] = [
  { title: 'Prints', align: 'start', cell: (print) => <PrintCard print={print} /> },
]
const AS_CARDS = { columns: CARDS, widths: [16] }
const CARD_REM = 3.8

interface TapeTableProps {
  readonly rows: readonly Print[]
  readonly asOf: string
  /** Whether a print arrived with the last update: it is highlighted. */
  readonly isFresh: (id: string) => boolean
  readonly onAway: (isAway: boolean) => void
  readonly toTop: number
  readonly view: TapeView
}

/**
 * Prints, newest first; only visible rows are rendered. Rows are keyed by place, not by print: a moving tape changes
 * texts and moves nothing.
 */
export function TapeTable({ rows, asOf, isFresh, onAway, toTop, view }: TapeTableProps) {
  const isNarrow = useNarrow()
  const chosen = useMemo(() => tapeColumns(view.hidden), [view.hidden])
  const { columns, widths } = isNarrow ? AS_CARDS : chosen
  return (
    <VirtualRows
      label="Prints, newest first"
      head={
        <tr aria-rowindex={1}>
          <ColumnHeads columns={columns} asOf={asOf} />
        </tr>
      }
      headRows={1}
      widths={widths}
      rowRem={isNarrow ? CARD_REM : ROW_REM[view.density]}
      count={rows.length}
      onAway={onAway}
      toTop={toTop}
      row={(index, rowIndex) => {
        const print = rows[index]
        return print ? (
          <Row key={index} print={print} columns={columns} rowIndex={rowIndex} isFresh={isFresh(print.id)} />
        ) : null
      }}
    />
  )
}

interface RowProps {
  readonly print: Print
  readonly columns: readonly Column<Print>[]
  readonly rowIndex: number
  readonly isFresh: boolean
}

/**
 * Renders again only when something changes. A memoized element would keep the tree in which it was first rendered, and
 * with it all rows of that time.
 */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ print, isFresh, columns }: RowProps): boolean {
    const { props } = this
    return print !== props.print || isFresh !== props.isFresh || columns !== props.columns
  }

  override render({ print, columns, rowIndex, isFresh }: RowProps) {
    return (
      <tr aria-rowindex={rowIndex} data-fresh={isFresh}>
        <RowCells columns={columns} row={print} />
      </tr>
    )
  }
}
