import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import { type AnswerOf, urlOf } from '../client.ts'
import { format } from '../format.ts'
import { Panel } from '../ui/panel.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { Table } from '../ui/table/table.tsx'
import { OperatorFrame } from './frame.tsx'

type Action = AnswerOf<'operator_log'>['data'][number]

const PAGE = 50

/** Who did what, when and from where. */
export function OperatorLogPage() {
  return (
    <OperatorFrame title="Log of operators">
      <Log />
    </OperatorFrame>
  )
}

function Log() {
  const { time_zone: zone } = useAccount()
  const pages = usePages()
  const query = useAnswer('operator_log', { limit: PAGE, ...pages.input })
  const tools = (
    <a class="button" href={urlOf('export_operator_log', {})} download="operator-log.csv">
      Export CSV
    </a>
  )
  return (
    <Panel title="Log" tools={tools}>
      <p class="quiet">Entries are added and never changed: the store refuses it.</p>
      <Answered of={query}>
        {({ data, next_cursor: next }) => (
          <>
            <Table
              label="Log of operators"
              rows={data}
              keyOf={({ id }) => id}
              empty={<Empty>Nothing was done yet.</Empty>}
              columns={[
                { title: 'Time', align: 'start', cell: ({ at }: Action) => format.dateTime(at, zone) },
                { title: 'Operator', align: 'start', cell: ({ actor }) => actor ?? 'command line' },
                { title: 'From', align: 'start', cell: ({ address }) => address ?? 'this machine' },
                { title: 'Action', align: 'start', cell: ({ action }) => format.words(action) },
                { title: 'Account', align: 'start', cell: ({ subject }) => subject ?? '–' },
                {
                  title: 'Details',
                  align: 'start',
                  cell: ({ details }) => <span class="operator-text">{detailWords(details)}</span>,
                },
              ]}
            />
            <Pager pages={pages} next={next} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

function detailWords(details: Action['details']): string {
  const words = Object.entries(details).map(([name, value]) => `${format.words(name)}: ${value}`)
  return words.length > 0 ? words.join(', ') : '–'
}
