import { Empty } from '../../ui/states.tsx'
import './levels-panel.css'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Signed } from '../../ui/figure.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

type Levels = AnswerOf<'support_resistance'>
/** The nearest levels; the price chart shows the strongest ones. */
const SHOWN_PER_SIDE = 6
type Level = Levels['support'][number]

/** Resistance, then support, from high to low; the price is between them. */
export function LevelsPanel({ levels }: { readonly levels: Levels }) {
  const rows = [...levels.resistance.slice(0, SHOWN_PER_SIDE).toReversed(), ...levels.support.slice(0, SHOWN_PER_SIDE)]
  return (
    <Panel title="Support and resistance">
      <Table
        label="Levels, highest first"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ price }) => String(price)}
        asOf={levels.as_of}
        empty={<Empty next="They come with more sessions of prices.">No levels found.</Empty>}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<Level>[] = [
  {
    title: 'Price',
    field: 'price',
    cell: ({ price, distance_pct: distance }) => <Signed sign={distance >= 0 ? -1 : 1}>{format.price(price)}</Signed>,
  },
  {
    title: 'Level',
    align: 'start',
    cell: ({ distance_pct: distance, sources }) => (
      <>
        {distance >= 0 ? 'Resistance' : 'Support'}
        <span class="levels-sources">{sources.map(format.words).join(', ')}</span>
      </>
    ),
  },
  { title: 'Away', field: 'distance_pct', cell: (row) => format.signedPct(row.distance_pct) },
  {
    title: 'Strength',
    field: 'strength',
    cell: ({ strength }) => (
      <>
        <i class="levels-strength" style={{ '--share': `${100 * strength}%` }} />
        {format.ratio(strength)}
      </>
    ),
  },
]
