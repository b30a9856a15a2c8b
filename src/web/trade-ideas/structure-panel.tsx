import { payoffAt } from '../../trade-ideas/domain/idea-structure.ts'
import { SeriesChart } from '../charts/series-chart.tsx'
import { format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { Figure, Figures } from '../ui/figure.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'
import type { Idea } from './idea-cells.tsx'

type Structure = NonNullable<Idea['structure']>

const POINTS = 120
/** Shares of a contract. */
const MULTIPLIER = 100

/** The contracts of an idea with cost, and their profit or loss at expiration over prices of the underlying. */
export function StructurePanel({ idea, structure }: { readonly idea: Idea; readonly structure: Structure }) {
  const { symbol } = idea
  const [first] = structure.legs
  const isDebit = structure.net_debit >= 0
  const prices = pricesAround(idea, structure)
  return (
    <Panel
      title="Contracts"
      span={3}
      tools={<a href={pathTo('symbolChain', { symbol }, { expiration_date: first?.expiration_date })}>Option chain</a>}
    >
      <div class="pair">
        <div class="idea-contracts">
          <Table
            label="Legs"
            columns={LEGS}
            rows={structure.legs}
            keyOf={(leg) => `${leg.side} ${leg.strike} ${leg.option_type}`}
          />
          <Figures>
            <Figure
              label={isDebit ? 'Debit' : 'Credit'}
              scope="per contract"
              value={perContract(Math.abs(structure.net_debit))}
            />
            <Figure
              label="Most profit"
              scope="at expiration"
              value={structure.max_profit === null ? 'unlimited' : perContract(structure.max_profit)}
            />
            <Figure label="Maximum loss" scope="at expiration" value={perContract(structure.max_loss)} />
            <Figure label="Breakeven" value={structure.breakevens.map(format.price).join(', ')} />
          </Figures>
          <p class="quiet">Mids of bid and ask when the idea was made. Research data, not investment advice.</p>
        </div>
        <SeriesChart
          label={`Profit or loss of the contracts at expiration, by price of ${symbol}`}
          x={prices}
          xTitle={`Profit or loss at expiration, by price of ${symbol}`}
          xFormat={format.price}
          format={format.usd}
          marks={[{ at: idea.entry_price, title: 'entry', colour: 'ink' }]}
          series={[
            {
              title: 'Per contract',
              colour: 'accent',
              kind: 'area',
              values: prices.map((price) => MULTIPLIER * payoffAt(structure, price)),
            },
          ]}
        />
      </div>
    </Panel>
  )
}

const LEGS: readonly Column<Structure['legs'][number]>[] = [
  { title: 'Side', align: 'start', cell: ({ side }) => side },
  { title: 'Strike', cell: ({ strike }) => format.strike(strike), sort: ({ strike }) => strike },
  { title: 'Type', align: 'start', cell: ({ option_type: type }) => type },
  {
    title: 'Expiration',
    align: 'start',
    cell: ({ expiration_date: date }) => format.date(date),
    sort: ({ expiration_date: date }) => date,
  },
  { title: 'Price', cell: ({ price }) => format.price(price), sort: ({ price }) => price },
]

function perContract(perShare: number): string {
  return format.usd(MULTIPLIER * perShare)
}

/** Prices that show the levels of the idea and all strikes, where the payoff bends, with room on both sides. */
function pricesAround(
  { entry_price: entry, target_price: target, stop_price: stop }: Idea,
  { legs }: Structure,
): number[] {
  const all = [entry, target, stop, ...legs.map(({ strike }) => strike)]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = 0.5 * (high - low)
  const from = Math.max(0, low - room)
  const even = Array.from({ length: POINTS + 1 }).map((_it, index) => from + ((high + room - from) * index) / POINTS)
  return [...new Set([...even, ...all])].sort((a, b) => a - b)
}
