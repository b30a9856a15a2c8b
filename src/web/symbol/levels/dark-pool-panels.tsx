import { useState } from 'preact/hooks'
import './dark-pool-panels.css'
import { useAnswer } from '../../answer.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Explained } from '../../ui/explained.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

type DarkPool = AnswerOf<'dark_pool_levels'>
type Level = DarkPool['levels'][number]

const DAYS = [
  ['5', '5 days'],
  ['20', '20 days'],
  ['60', '60 days'],
] as const
const SHOWN = 14

/** Price levels with a high off-exchange volume, and the largest off-exchange trades. */
export function DarkPoolPanels({ symbol }: { readonly symbol: string }) {
  const [days, setDays] = useState<(typeof DAYS)[number][0]>('20')
  const query = useAnswer('dark_pool_levels', { symbol, days: Number(days), limit: SHOWN, ...useDated() })
  return (
    <>
      <Panel
        title="Off-exchange levels"
        span={2}
        tools={<Switch label="Days of off-exchange trades" options={DAYS} value={days} onChange={setDays} />}
      >
        <Answered of={query}>{(answer) => <Levels answer={answer} />}</Answered>
      </Panel>
      <Panel title="Largest off-exchange prints">
        <Answered of={query}>
          {(answer) => (
            <Table
              label="Largest off-exchange trades"
              columns={PRINTS}
              rows={answer.largest_prints}
              keyOf={({ executed_at: at, price, size }) => `${at} ${price} ${size}`}
              asOf={answer.as_of}
              empty={<Empty next="A source with their reports fills this table.">No off-exchange trades.</Empty>}
            />
          )}
        </Answered>
      </Panel>
    </>
  )
}

function Levels({ answer }: { readonly answer: DarkPool }) {
  const levels = answer.levels.toSorted((a, b) => b.price - a.price)
  const maxValue = Math.max(...levels.map(({ total_value: value }) => value))
  return (
    <div class="dark-pool-bars">
      <p class="quiet">
        <Explained field="off_exchange_share_pct" asOf={answer.as_of}>
          Off the exchanges
        </Explained>{' '}
        went <b>{format.pct(answer.off_exchange_share_pct)}</b> of all shares of {answer.sessions}{' '}
        {answer.sessions === 1 ? 'session' : 'sessions'}. The price is{' '}
        <Explained field="underlying_price" asOf={answer.as_of}>
          {format.price(answer.underlying_price)}
        </Explained>
        .
      </p>
      <Table
        label="Levels by price, highest first"
        columns={levelColumns(maxValue)}
        rows={levels}
        keyOf={({ price }) => String(price)}
        asOf={answer.as_of}
        empty={<Empty next="A source with their reports fills this table.">No off-exchange trades.</Empty>}
      />
    </div>
  )
}

function levelColumns(maxValue: number): readonly Column<Level>[] {
  return [
    { title: 'Price', field: 'price', align: 'start', cell: ({ price }) => format.price(price) },
    {
      title: 'Value',
      field: 'total_value',
      align: 'start',
      cell: ({ role, total_value: value }) => (
        <>
          <i class="dark-pool-bar" data-role={role} style={{ '--share': `${(100 * value) / maxValue}%` }} />
        </>
      ),
    },
    { title: 'USD', sort: (row) => row.total_value, cell: ({ total_value: value }) => format.usd(value) },
    { title: 'Share', field: 'share_pct', cell: (row) => format.pct(row.share_pct) },
    { title: 'Trades', field: 'trade_count', cell: (row) => format.whole(row.trade_count) },
    { title: 'Away', field: 'distance_pct', cell: (row) => format.signedPct(row.distance_pct) },
    { title: 'Largest', field: 'largest_print_share_pct', cell: (row) => format.pct(row.largest_print_share_pct) },
    { title: 'Role', align: 'start', cell: ({ role }) => format.words(role) },
    { title: 'Flags', align: 'start', cell: ({ flags = [] }) => flags.map(format.words).join(', ') },
  ]
}

const PRINTS: readonly Column<DarkPool['largest_prints'][number]>[] = [
  { title: 'When', align: 'start', sort: (row) => row.executed_at, cell: ({ executed_at: at }) => format.dateTime(at) },
  { title: 'Price', field: 'price', cell: ({ price }) => format.price(price) },
  { title: 'Shares', field: 'size', cell: ({ size }) => format.count(size) },
  { title: 'Value', field: 'value', cell: ({ value }) => format.usd(value) },
  { title: 'Flags', align: 'start', cell: ({ flags }) => flags.map(format.words).join(', ') },
]
