import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Table } from '../ui/table/table.tsx'
import { byteWords, secondsWords } from './amounts.ts'
import { AnnouncePanel } from './announce-panel.tsx'
import { OperatorFrame } from './frame.tsx'
import { KillSwitchPanel } from './kill-switch-panel.tsx'

type Status = AnswerOf<'operator_status'>

const RENEW_MS = 10_000
const SOURCE_WORDS: Readonly<Record<Status['source']['state'], string>> = {
  // Its detail says where the numbers come from.
  stored: '',
  unasked: 'not asked yet.',
  fine: 'answers.',
  degraded: 'fails now and then.',
  down: 'does not answer.',
}

/** How the service is, and what stops or announces something. */
export function OperatorPage() {
  return (
    <OperatorFrame title="Operator">
      <State />
    </OperatorFrame>
  )
}

function State() {
  const query = useAnswer('operator_status', {}, { everyMs: RENEW_MS })
  return (
    <Answered of={query}>
      {(status) => (
        <div class="grid" data-columns="2">
          <Process status={status} />
          <KillSwitchPanel receiver={status.receiver} reload={query.reload} />
          <Workers workers={status.workers} />
          <AnnouncePanel />
        </div>
      )}
    </Answered>
  )
}

function Process({ status }: { readonly status: Status }) {
  const { time_zone: zone } = useAccount()
  const { source, store, backups } = status
  return (
    <Panel title="Service">
      <dl class="operator-facts">
        <dt>Version</dt>
        <dd>
          {status.version}, started <RelativeTime at={status.started_at} zone={zone} />
        </dd>
        <dt>Market source</dt>
        <dd>
          {source.name}: {SOURCE_WORDS[source.state]} {source.detail}
          {source.last_answer_at ? (
            <>
              {' '}
              Last answer <RelativeTime at={source.last_answer_at} zone={zone} />.
            </>
          ) : null}
        </dd>
        <dt>Deliveries waiting</dt>
        <dd>{format.whole(status.deliveries_waiting)}</dd>
        <dt>Trade ideas waiting</dt>
        <dd>{format.whole(status.receiver.waiting)}</dd>
        <dt>Accounts</dt>
        <dd>{format.whole(store.accounts)}</dd>
        {Object.entries(store.bytes).map(([name, bytes]) => (
          <StoreSize key={name} name={name} bytes={bytes} />
        ))}
        <dt>Backups</dt>
        <dd>{backups ? backups.detail : 'The service makes none: BACKUP_DIR is not set.'}</dd>
      </dl>
    </Panel>
  )
}

function StoreSize({ name, bytes }: { readonly name: string; readonly bytes: number }) {
  return (
    <>
      <dt>Store ({format.words(name)})</dt>
      <dd>{byteWords(bytes)}</dd>
    </>
  )
}

function Workers({ workers }: { readonly workers: Status['workers'] }) {
  return (
    <Panel title="Background work">
      <Table
        label="Workers"
        rows={workers}
        keyOf={({ name }) => name}
        empty={<Empty>Nothing runs in the background.</Empty>}
        columns={[
          { title: 'Worker', align: 'start', cell: ({ name }: Status['workers'][number]) => name },
          { title: 'Failures in a row', cell: ({ failures }) => format.whole(failures) },
          {
            title: 'Last success',
            cell: ({ since_success_seconds: since }) => secondsWords(since),
            sort: ({ since_success_seconds: since }) => since,
          },
        ]}
      />
    </Panel>
  )
}
