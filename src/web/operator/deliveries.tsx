import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Table } from '../ui/table/table.tsx'
import { OperatorFrame } from './frame.tsx'

type Deliveries = AnswerOf<'operator_deliveries'>

const RENEW_MS = 30_000

/** What is not delivered, and why. */
export function OperatorDeliveriesPage() {
  return (
    <OperatorFrame title="Deliveries">
      <Reports />
    </OperatorFrame>
  )
}

function Reports() {
  const query = useAnswer('operator_deliveries', {}, { everyMs: RENEW_MS })
  return (
    <Answered of={query}>
      {({ failed, endpoints, waiting }) => (
        <>
          <Failed rows={failed} />
          <Endpoints rows={endpoints} />
          <Waiting rows={waiting} />
        </>
      )}
    </Answered>
  )
}

function Failed({ rows }: { readonly rows: Deliveries['failed'] }) {
  const { time_zone: zone } = useAccount()
  return (
    <Panel title="Failed in the last 24 hours">
      <Table
        label="Failed deliveries"
        rows={rows}
        keyOf={({ channel, reason, last_at: at }) => `${channel} ${reason} ${at}`}
        empty={<Empty>No delivery failed.</Empty>}
        columns={[
          { title: 'Channel', align: 'start', cell: ({ channel }: Deliveries['failed'][number]) => channel },
          { title: 'Reason', align: 'start', cell: ({ reason }) => <span class="operator-text">{reason}</span> },
          { title: 'Deliveries', cell: ({ count }) => format.whole(count) },
          { title: 'Accounts', cell: ({ accounts }) => format.whole(accounts) },
          {
            title: 'Last',
            cell: ({ last_at: at }) => <RelativeTime at={at} zone={zone} />,
            sort: ({ last_at: at }) => at,
          },
        ]}
      />
    </Panel>
  )
}

function Endpoints({ rows }: { readonly rows: Deliveries['endpoints'] }) {
  const { time_zone: zone } = useAccount()
  return (
    <Panel title="Addresses that fail">
      <Table
        label="Addresses that fail"
        rows={rows}
        keyOf={({ email, channel, label }) => `${email} ${channel} ${label}`}
        empty={<Empty>Every address can be sent to.</Empty>}
        columns={[
          { title: 'Account', align: 'start', cell: ({ email }: Deliveries['endpoints'][number]) => email },
          { title: 'Channel', align: 'start', cell: ({ channel }) => channel },
          { title: 'Address', align: 'start', cell: ({ label }) => label },
          { title: 'State', align: 'start', cell: ({ state }) => state },
          { title: 'Failures', cell: ({ failures }) => format.whole(failures) },
          { title: 'Failing since', cell: ({ failing_since: at }) => format.dateTime(at, zone) },
          { title: 'Next try', cell: ({ next_try_at: at }) => format.dateTime(at, zone) },
        ]}
      />
    </Panel>
  )
}

function Waiting({ rows }: { readonly rows: Deliveries['waiting'] }) {
  const { time_zone: zone } = useAccount()
  return (
    <Panel title="Waiting">
      <Table
        label="Waiting deliveries"
        rows={rows}
        keyOf={({ channel, status }) => `${channel} ${status}`}
        empty={<Empty>Nothing waits.</Empty>}
        columns={[
          { title: 'Channel', align: 'start', cell: ({ channel }: Deliveries['waiting'][number]) => channel },
          { title: 'State', align: 'start', cell: ({ status }) => status },
          { title: 'Deliveries', cell: ({ count }) => format.whole(count) },
          { title: 'Oldest is due', cell: ({ oldest_due_at: at }) => format.dateTime(at, zone) },
        ]}
      />
    </Panel>
  )
}
