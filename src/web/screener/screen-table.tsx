import { SCREEN_FIELDS, type ScreenField } from '../../analytics/domain/screener/screen-fields.ts'
import { SymbolLink } from '../symbol/symbol-link.tsx'
import { Figure, Figures } from '../ui/figure.tsx'
import type { Column } from '../ui/table/column.ts'
import { ColumnHeads, RowCells } from '../ui/table/column-heads.tsx'
import { turned } from '../ui/table/sorting.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { fieldCell, fieldTitle, type ScreenRow } from './field-values.tsx'
import { MAX_COMPARED } from './screen-query.ts'

interface ScreenTableProps {
  readonly rows: readonly ScreenRow[]
  readonly asOf: string
  readonly fields: readonly ScreenField[]
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly compared: readonly string[]
  readonly onCompared: (symbols: readonly string[]) => void
}

/** The symbols that pass, which the service sorts: a table, or cards on a phone. */
export function ScreenTable(props: ScreenTableProps) {
  const { rows, asOf, fields, sort, onSort } = props
  const isNarrow = useNarrow()
  if (isNarrow) return <Cards {...props} />
  const columns: readonly Column<ScreenRow>[] = [
    { title: 'Symbol', align: 'start', cell: ({ symbol }) => <Ticked {...props} symbol={symbol} /> },
    ...fields.map((field) => ({ title: fieldTitle(field), field, cell: (row: ScreenRow) => fieldCell(field, row) })),
  ]
  const direction = sort.startsWith('-') ? 'descending' : 'ascending'
  const sorting = { title: titleOf(sort), direction } as const
  const sortBy = (column: Column<ScreenRow>) => {
    const { title, direction: next } = turned(sorting, column)
    const field = fields.find((each) => fieldTitle(each) === title)
    onSort(field === undefined ? '' : `${next === 'descending' ? '-' : ''}${field}`)
  }
  return (
    // biome-ignore lint/a11y: what scrolls must be reachable with the keyboard, and have a name that is no landmark
    <div class="scroll" role="group" aria-label="Symbols that pass" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <ColumnHeads columns={columns} asOf={asOf} sorting={sorting} onSort={sortBy} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.symbol}>
              <RowCells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function titleOf(sort: string): string {
  const field = SCREEN_FIELDS.find((each) => each === sort.replace(/^-/, ''))
  return field === undefined ? 'Symbol' : fieldTitle(field)
}

type TickedProps = Pick<ScreenTableProps, 'compared' | 'onCompared'> & { readonly symbol: string }

/** A symbol, and whether it is compared. */
function Ticked({ symbol, compared, onCompared }: TickedProps) {
  const isTicked = compared.includes(symbol)
  return (
    <span class="screen-ticked">
      <input
        type="checkbox"
        aria-label={`Compare ${symbol}`}
        checked={isTicked}
        disabled={!isTicked && compared.length >= MAX_COMPARED}
        onChange={() => onCompared(isTicked ? compared.filter((each) => each !== symbol) : [...compared, symbol])}
      />
      <SymbolLink symbol={symbol} />
    </span>
  )
}

function Cards({ rows, asOf, fields, ...ticked }: ScreenTableProps) {
  return (
    <ul class="screen-cards" aria-label="Symbols that pass">
      {rows.map((row) => (
        <li key={row.symbol}>
          <h3>
            <Ticked {...ticked} symbol={row.symbol} />
          </h3>
          <Figures>
            {fields.map((field) => (
              <Figure key={field} label={fieldTitle(field)} field={field} asOf={asOf} value={fieldCell(field, row)} />
            ))}
          </Figures>
        </li>
      ))}
    </ul>
  )
}
