import { useMemo, useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

type Event = AnswerOf<'events'>['data'][number]

const WHOSE = [
  ['symbol', 'This symbol'],
  ['market', 'Market-wide'],
] as const
const IMPORTANCES = { high: 'danger', medium: 'warm', low: 'none' } as const

/** The events of the next weeks. */
export function EventsPanel({ symbol }: { readonly symbol: string }) {
  const [whose, setWhose] = useState<'symbol' | 'market'>('symbol')
  const dated = useDated()
  const query = useAnswer('events', whose === 'symbol' ? { symbol, ...dated } : { limit: 500, ...dated })
  return (
    <Panel title="Events" span={2} tools={<Switch label="Events" options={WHOSE} value={whose} onChange={setWhose} />}>
      <Answered of={query}>
        {({ data, from, to }) => (
          <>
            <p class="quiet">
              {format.date(from)} to {format.date(to)}
            </p>
            <EventTable events={data} isOfMarket={whose === 'market'} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

function EventTable({ events, isOfMarket }: { readonly events: readonly Event[]; readonly isOfMarket: boolean }) {
  const visible = useMemo(() => events.filter(({ symbol }) => !isOfMarket || symbol === null), [events, isOfMarket])
  return (
    <Table
      label="Events by time"
      columns={COLUMNS}
      rows={visible}
      keyOf={({ id }) => id}
      empty={
        <Empty
          next={
            isOfMarket ? 'Choose the symbol for its own events.' : 'Choose the market for the events of all symbols.'
          }
        >
          No scheduled events.
        </Empty>
      }
    />
  )
}

const COLUMNS: readonly Column<Event>[] = [
  {
    title: 'When',
    align: 'start',
    sort: (event) => event.scheduled_at,
    cell: (event) => format.dateTime(event.scheduled_at),
  },
  { title: 'What', align: 'start', cell: ({ title }) => title },
  { title: 'Kind', align: 'start', cell: ({ kind }) => kind },
  {
    title: 'Weight',
    align: 'start',
    cell: ({ importance }) => (
      <span class="badge" data-kind={IMPORTANCES[importance]}>
        {importance}
      </span>
    ),
  },
  { title: 'Status', align: 'start', cell: ({ status }) => status },
]
