import { Component } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { SymbolLink } from '../symbol/symbol-link.tsx'
import { Signed } from '../ui/figure.tsx'
import type { Column } from '../ui/table/column.ts'
import { ColumnHeads, RowCells } from '../ui/table/column-heads.tsx'
import { type Sorting, sortedRows, turned } from '../ui/table/sorting.ts'
import { VirtualRows } from '../ui/table/virtual-rows.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { Sparkline } from './sparkline.tsx'
import { Star } from './star.tsx'

type Watchlist = AnswerOf<'show_watchlist'>
type Row = NonNullable<Watchlist['data']>[number]

interface WatchlistTableProps {
  readonly of: Watchlist
  readonly rows: readonly Row[]
  readonly asOf: string
  readonly onBounds: (symbol: string) => void
  readonly onStar: () => void
}

/** In rem, in the order of the columns after the symbol. */
const FIGURE_WIDTHS = [6, 6, 5.5, 7, 7, 7, 7.5, 6.5]
const WIDTHS = [15, ...FIGURE_WIDTHS]
/** Without the name of the company, so that price and change are beside the symbol. */
const NARROW_WIDTHS = [6.5, ...FIGURE_WIDTHS]
const ROW_REM = 2.4

/**
 * Only visible rows are rendered, so that 200 symbols scroll as smoothly as ten. They are keyed by place, not by
 * symbol: sorting changes texts, and makes no rows.
 */
export function WatchlistTable({ of, rows, asOf, onBounds, onStar }: WatchlistTableProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const own = JSON.stringify(of.symbol_thresholds)
  const columns = useMemo(() => columnsOf(new Set(symbolsOf(own)), onBounds, onStar), [own])
  const sorted = sortedRows(rows, columns, sorting)
  const isNarrow = useNarrow()
  return (
    <div class="watchlist-table">
      <VirtualRows
        label="Watched symbols"
        head={
          <tr aria-rowindex={1}>
            <ColumnHeads
              columns={columns}
              asOf={asOf}
              sorting={sorting}
              onSort={(column: Column<Row>) => setSorting(turned(sorting, column))}
            />
          </tr>
        }
        headRows={1}
        widths={isNarrow ? NARROW_WIDTHS : WIDTHS}
        rowRem={ROW_REM}
        count={sorted.length}
        row={(index, rowIndex) => {
          const row = sorted[index]
          return row ? <WatchedRow key={index} row={row} columns={columns} rowIndex={rowIndex} /> : null
        }}
      />
    </div>
  )
}

function symbolsOf(own: string | undefined): readonly string[] {
  const bounds: readonly { readonly symbol: string }[] = JSON.parse(own ?? '[]')
  return bounds.map(({ symbol }) => symbol)
}

interface RowProps {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly rowIndex: number
}

/** Renders again only when its figures change. */
class WatchedRow extends Component<RowProps> {
  override shouldComponentUpdate({ row, columns, rowIndex }: RowProps): boolean {
    const { props } = this
    if (columns !== props.columns || rowIndex !== props.rowIndex || row.symbol !== props.row.symbol) return true
    return row !== props.row && JSON.stringify(row) !== JSON.stringify(props.row)
  }

  override render({ row, columns, rowIndex }: RowProps) {
    return (
      <tr aria-rowindex={rowIndex}>
        <RowCells columns={columns} row={row} />
      </tr>
    )
  }
}

function columnsOf(
  bounded: ReadonlySet<string>,
  onBounds: (symbol: string) => void,
  onStar: () => void,
): readonly Column<Row>[] {
  return [
    {
      title: 'Symbol',
      align: 'start',
      sort: (row) => row.symbol,
      cell: ({ symbol, name }) => (
        <span class="watch-name">
          <Star symbol={symbol} onChange={onStar} />
          <SymbolLink symbol={symbol} isPlain />
          <small>{name}</small>
        </span>
      ),
    },
    ...FIGURES,
    {
      title: 'Rings',
      sort: ({ symbol }) => (bounded.has(symbol) ? 1 : 0),
      cell: ({ symbol }) => (
        <button type="button" class="link" onClick={() => onBounds(symbol)}>
          {bounded.has(symbol) ? 'own' : 'as all'}
          <span class="hidden"> bounds: notifications of {symbol}</span>
        </button>
      ),
    },
  ]
}

const FIGURES: readonly Column<Row>[] = [
  { title: 'Price', field: 'price', cell: ({ price }) => format.price(price) },
  {
    title: 'Change',
    field: 'change_pct',
    cell: ({ change_pct: change }) => <Signed sign={change}>{format.signedPct(change)}</Signed>,
  },
  { title: 'IV rank', field: 'iv_rank', cell: (row) => format.ratio(row.iv_rank, 0) },
  {
    title: 'Net GEX',
    field: 'net_gex',
    cell: ({ net_gex: net }) => <Signed sign={net}>{format.signedUsd(net)}</Signed>,
  },
  {
    title: 'From flip',
    field: 'gamma_flip',
    sort: (row) => row.flip_distance_pct,
    cell: ({ flip_distance_pct: distance }) => <Signed sign={distance}>{format.signedPct(distance, 1)}</Signed>,
  },
  {
    title: 'Net premium',
    field: 'net_premium',
    cell: ({ net_premium: net }) => <Signed sign={net}>{format.signedUsd(net)}</Signed>,
  },
  {
    title: '20 sessions',
    sort: ({ closes: [first], price }) => (first === undefined || price === null ? null : price / first),
    cell: ({ closes, price }) => <Sparkline closes={closes} price={price} />,
  },
]
