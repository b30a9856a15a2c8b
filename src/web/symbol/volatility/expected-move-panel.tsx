import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

type Term = AnswerOf<'iv_term_structure'>
const SHOWN = 10

/** The expected move by expiration. */
export function ExpectedMovePanel({ term, price }: { readonly term: Term; readonly price: number | null }) {
  return (
    <Panel title="Expected move">
      <Table
        label="Expected move by expiration"
        columns={columnsAt(price)}
        rows={term.points.slice(0, SHOWN)}
        keyOf={({ expiration_date: date, settlement }) => `${date} ${settlement}`}
        asOf={term.as_of}
        empty={<Empty next="Choose another symbol or date.">No listed expirations.</Empty>}
      />
    </Panel>
  )
}

function columnsAt(price: number | null): readonly Column<Term['points'][number]>[] {
  const from = (move: number | null) => (price === null || move === null ? null : price + move)
  return [
    {
      title: 'By',
      align: 'start',
      sort: (row) => row.expiration_date,
      cell: ({ expiration_date: date, settlement }) => `${format.date(date)}${settlement === 'am' ? ' AM' : ''}`,
    },
    { title: '±', field: 'expected_move', cell: (row) => format.price(row.expected_move) },
    { title: '± %', field: 'expected_move_pct', cell: (row) => format.pct(row.expected_move_pct) },
    {
      title: 'Range',
      sort: (row) => row.expected_move,
      cell: ({ expected_move: move }) =>
        `${format.price(from(move === null ? null : -move))} – ${format.price(from(move))}`,
    },
  ]
}
