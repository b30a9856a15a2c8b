import './cell-table.css'

export interface Cell {
  readonly text: string
  /** Strength of the colour, 0 to 1. */
  readonly share: number
  readonly kind: 'level' | 'up' | 'down'
}

interface CellTableProps {
  readonly label: string
  /** Above the titles of the rows. */
  readonly corner: string
  readonly columns: readonly string[]
  readonly rows: readonly string[]
  readonly cell: (row: number, column: number) => Cell
}

/** The strongest background, percent of the colour: text on it stays readable. */
const FULL_PCT = 40

/** Numbers whose background says how large they are. */
export function CellTable({ label, corner, columns, rows, cell }: CellTableProps) {
  return (
    // biome-ignore lint/a11y: what scrolls must be reachable with the keyboard, and have a name that is no landmark
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      <table class="cell-table">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((title, row) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {columns.map((name, column) => {
                const { text, share, kind } = cell(row, column)
                return (
                  <td key={name} data-kind={kind} style={{ '--share': `${Math.round(FULL_PCT * share)}%` }}>
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
