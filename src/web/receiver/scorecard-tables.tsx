import './scorecard.css'
import { format } from '../format.ts'
import { Signed } from '../ui/figure.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'
import type { Card } from './ledger-client.ts'

type Strategy = Card['strategies'][number]
type Advantage = Card['advantages'][number]
type Group = Card['groups'][number]
type Interval = Strategy['figures']['return_interval_pct']

export const STRATEGY_TITLES: Readonly<Record<Strategy['name'], string>> = {
  decisions: 'The decisions',
  always_follow: 'Always follow',
  fixed_rules: 'Fixed rules',
  hold_spy: 'Hold SPY',
}

const GROUP_TITLES: Readonly<Record<Group['by'], string>> = {
  model: 'By model',
  prompt: 'By version of the instructions',
  strategy: 'By strategy of the idea',
}

export function StrategyTable({ card: { strategies } }: { readonly card: Card }) {
  return (
    <Table
      label="The decisions beside three baselines"
      columns={[{ title: 'Way', align: 'start', cell: ({ name }: Strategy) => STRATEGY_TITLES[name] }, ...FIGURES]}
      rows={strategies}
      keyOf={({ name }) => name}
    />
  )
}

export function AdvantageTable({ card: { advantages } }: { readonly card: Card }) {
  return (
    <Table
      label="The decisions less each baseline"
      columns={ADVANTAGES}
      rows={advantages}
      keyOf={(row) => row.baseline}
    />
  )
}

export function GroupTables({ card: { groups } }: { readonly card: Card }) {
  return (
    <>
      {(['model', 'prompt', 'strategy'] as const).map((by) => (
        <Panel key={by} title={GROUP_TITLES[by]} span={3}>
          <Table
            label={`The decisions ${GROUP_TITLES[by].toLowerCase()}`}
            columns={[
              { title: 'Group', align: 'start', cell: ({ key }: Group) => key },
              ...FIGURES,
              { title: 'Brier', cell: ({ brier }: Group) => format.ratio(brier, 3) },
              {
                title: 'Cost',
                cell: ({ cost_per_decision_usd: usd }: Group) => (usd === null ? '–' : `$${usd.toFixed(4)}`),
              },
            ]}
            rows={groups.filter((group) => group.by === by)}
            keyOf={({ key }) => key}
          />
        </Panel>
      ))}
    </>
  )
}

interface Figured {
  readonly figures: Strategy['figures']
}

const FIGURES: readonly Column<Figured>[] = [
  { title: 'Ideas', cell: ({ figures }) => format.whole(figures.count) },
  { title: 'Trades', cell: ({ figures }) => format.whole(figures.trades) },
  {
    title: 'Mean return',
    cell: ({ figures }) => withInterval(figures.mean_return_pct, figures.return_interval_pct, format.signedPct),
  },
  {
    title: 'Profit',
    cell: ({ figures }) => <Signed sign={figures.pnl_usd}>{format.signedUsd(figures.pnl_usd)}</Signed>,
  },
  {
    title: 'Hit rate',
    cell: ({ figures }) =>
      withInterval(figures.hit_rate_pct, figures.hit_interval_pct, (value) => format.pct(value, 0)),
  },
  { title: 'What it says', align: 'start', cell: ({ figures }) => figures.sentence },
]

const ADVANTAGES: readonly Column<Advantage>[] = [
  { title: 'Decisions less', align: 'start', cell: ({ baseline }) => STRATEGY_TITLES[baseline] },
  { title: 'Ideas', cell: ({ count }) => format.whole(count) },
  {
    title: 'Mean difference',
    cell: ({ mean_difference_pct: mean, interval_pct: interval }) => withInterval(mean, interval, format.signedPct),
  },
  { title: 'What it says', align: 'start', cell: ({ sentence }) => sentence },
]

function withInterval(value: number | null, interval: Interval, write: (value: number | null) => string) {
  return interval ? `${write(value)} (${write(interval.low)} to ${write(interval.high)})` : write(value)
}
