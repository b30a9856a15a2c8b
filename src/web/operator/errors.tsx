import { useState } from 'preact/hooks'
import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Panel } from '../ui/panel.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Table } from '../ui/table/table.tsx'
import { OperatorFrame } from './frame.tsx'

type Logged = AnswerOf<'operator_errors'>['data'][number]

const RENEW_MS = 10_000

/** The newest errors of the log, to find by the request id that a user reports. */
export function OperatorErrorsPage() {
  const [id, setId] = useState('')
  return (
    <OperatorFrame title="Errors">
      <search class="filters">
        <label class="row">
          Request id{' '}
          <input
            type="search"
            autocomplete="off"
            value={id}
            onChange={(event) => setId(event.currentTarget.value.trim())}
          />
        </label>
      </search>
      <Errors id={id} />
    </OperatorFrame>
  )
}

function Errors({ id }: { readonly id: string }) {
  const { time_zone: zone } = useAccount()
  const query = useAnswer('operator_errors', id ? { request_id: id } : {}, { everyMs: RENEW_MS })
  return (
    <Panel title="Recent errors">
      <p class="quiet">At most 200, since the start of this process. All of them, with their stacks, are in its log.</p>
      <Answered of={query}>
        {({ data }) => (
          <Table
            label="Recent errors"
            rows={data.map((it, index) => ({ ...it, index }))}
            keyOf={({ index }) => String(index)}
            empty={<Empty>{id ? 'No recent error has this request id.' : 'There was no error.'}</Empty>}
            columns={[
              {
                title: 'Time',
                align: 'start',
                cell: ({ at }: Logged & { index: number }) => format.dateTime(at, zone),
              },
              { title: 'What failed', align: 'start', cell: ({ message }) => message },
              {
                title: 'Error',
                align: 'start',
                cell: ({ error }) => <span class="operator-text">{error ?? '–'}</span>,
              },
              { title: 'Request id', align: 'start', cell: ({ request_id: it }) => it ?? '–' },
              { title: 'Worker', align: 'start', cell: ({ worker }) => worker ?? '–' },
            ]}
          />
        )}
      </Answered>
    </Panel>
  )
}
