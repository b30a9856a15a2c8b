import { useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { useSubmit } from '../submit.ts'
import { Confirm } from '../ui/dialog.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Empty } from '../ui/states.tsx'
import { Table } from '../ui/table/table.tsx'
import { powersText } from './key-powers.tsx'
import { useAccount } from './session.tsx'

type Key = AnswerOf<'list_api_keys'>['data'][number]

interface KeyListProps {
  readonly keys: readonly Key[]
  readonly reload: () => void
}

/** The keys of the account, without their tokens. */
export function KeyList({ keys, reload }: KeyListProps) {
  const { time_zone: zone } = useAccount()
  const [toDelete, setToDelete] = useState<Key | null>(null)
  const submission = useSubmit()
  const remove = async ({ id }: Key) => {
    if (!(await submission.run(() => ask('delete_api_key', { id })))) return
    setToDelete(null)
    reload()
  }
  return (
    <>
      <Table
        label="Your API keys"
        rows={keys}
        keyOf={({ id }) => id}
        empty={<Empty next="Create one with the form on this page.">No keys yet.</Empty>}
        columns={[
          { title: 'Name', align: 'start', cell: (key: Key) => <span class="key-name">{key.name}</span> },
          { title: 'Token', align: 'start', cell: (key) => <code>{key.token_prefix}…</code> },
          {
            title: 'Status',
            align: 'start',
            cell: ({ status }) => (
              <span class="badge" data-kind={status === 'active' ? 'accent' : 'warm'}>
                {status}
              </span>
            ),
          },
          { title: 'Access', align: 'start', cell: (key) => powersText(key.scopes, key.allowed_networks) },
          {
            title: 'Ends',
            align: 'start',
            cell: (key) => `${format.dateTime(key.expires_at, zone)}, ${key.expires_at.slice(0, 4)}`,
          },
          {
            title: 'Last used',
            align: 'start',
            cell: (key) =>
              key.last_used_at === null ? (
                'never'
              ) : (
                <>
                  <RelativeTime at={key.last_used_at} zone={zone} /> {key.last_used_address}
                </>
              ),
          },
          { title: 'Created', align: 'start', cell: (key) => <RelativeTime at={key.created_at} zone={zone} /> },
          {
            title: 'Delete',
            cell: (key) => (
              <button type="button" class="link" aria-label={`Delete ${key.name}`} onClick={() => setToDelete(key)}>
                Delete
              </button>
            ),
          },
        ]}
      />
      {toDelete ? (
        <Confirm
          title="Delete the key?"
          act="Delete"
          isBusy={submission.isBusy}
          error={submission.problem?.message}
          onConfirm={() => void remove(toDelete)}
          close={() => setToDelete(null)}
        >
          <p>
            “{toDelete.name}” ({toDelete.token_prefix}…) is refused from now on, by everything that uses it.
          </p>
        </Confirm>
      ) : null}
    </>
  )
}
