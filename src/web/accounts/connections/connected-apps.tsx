import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { type AnswerOf, ask } from '../../client.ts'
import { format } from '../../format.ts'
import { PATHS } from '../../paths.ts'
import { useSubmit } from '../../submit.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Pager, usePages } from '../../ui/table/pager.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useMailToken } from '../mail-token.ts'
import { useAccount } from '../session.tsx'
import { ChatUsers } from './chat-users.tsx'
import { ConnectAssistant } from './connect-assistant.tsx'
import { LinkChat } from './link-chat.tsx'
import '../api-keys.css'

type Connection = AnswerOf<'list_connections'>['data'][number]

const RENEW_MS = 60_000

/** The apps that may read for the account. A link that a chat has answered opens the question about its user instead. */
export function ConnectedAppsPage() {
  const token = useMailToken()
  const [isAsking, setAsking] = useState(token !== '')
  return isAsking ? <LinkChat token={token} close={() => setAsking(false)} /> : <ConnectedApps />
}

function ConnectedApps() {
  const pages = usePages()
  const query = useAnswer('list_connections', pages.input, { everyMs: RENEW_MS })
  return (
    <>
      <h1>Connected apps</h1>
      <p class="quiet">
        Assistants that you have allowed to read market data over MCP. Programs with a token are under{' '}
        <a href={PATHS.apiKeys}>API keys</a>.
      </p>
      <div class="grid" data-columns="2">
        <ConnectAssistant />
        <Panel title="Apps" span={2}>
          <Answered of={query}>
            {({ data, next_cursor: next }) => (
              <>
                <ConnectionList connections={data} reload={query.reload} />
                <Pager pages={pages} next={next} />
              </>
            )}
          </Answered>
        </Panel>
        <ChatUsers />
      </div>
    </>
  )
}

interface ConnectionListProps {
  readonly connections: readonly Connection[]
  readonly reload: () => void
}

function ConnectionList({ connections, reload }: ConnectionListProps) {
  const { time_zone: zone } = useAccount()
  const [toEnd, setToEnd] = useState<Connection | null>(null)
  const submission = useSubmit()
  const end = async ({ id }: Connection) => {
    if (!(await submission.run(() => ask('delete_connection', { id })))) return
    setToEnd(null)
    reload()
  }
  return (
    <>
      <Table
        label="Your connected apps"
        rows={connections}
        keyOf={({ id }) => id}
        empty={<Empty next="Add the address of this page to an assistant.">No app is connected.</Empty>}
        columns={[
          { title: 'App', align: 'start', cell: (it: Connection) => <span class="key-name">{it.name}</span> },
          { title: 'Name', align: 'start', cell: ({ publisher }) => publisher ?? 'not checked' },
          { title: 'Returns to', align: 'start', cell: ({ returns_to: place }) => place },
          { title: 'Connected', align: 'start', cell: ({ connected_at: at }) => <RelativeTime at={at} zone={zone} /> },
          {
            title: 'Last used',
            align: 'start',
            cell: ({ last_used_at: at }) => (at === null ? 'never' : <RelativeTime at={at} zone={zone} />),
          },
          {
            title: 'Ends',
            align: 'start',
            cell: ({ expires_at: at }) => `${format.dateTime(at, zone)}, ${at.slice(0, 4)}`,
          },
          {
            title: 'Disconnect',
            cell: (connection) => (
              <button
                type="button"
                class="link"
                aria-label={`Disconnect ${connection.name}`}
                onClick={() => setToEnd(connection)}
              >
                Disconnect
              </button>
            ),
          },
        ]}
      />
      {toEnd ? (
        <Confirm
          title="Disconnect the app?"
          act="Disconnect"
          isBusy={submission.isBusy}
          error={submission.problem?.message}
          onConfirm={() => void end(toEnd)}
          close={() => setToEnd(null)}
        >
          <p>“{toEnd.name}” is refused from its next request on. To return it has to ask you again.</p>
        </Confirm>
      ) : null}
    </>
  )
}
