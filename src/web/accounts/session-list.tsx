import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { useSubmit } from '../submit.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Table } from '../ui/table/table.tsx'
import { useAccount } from './session.tsx'

type SignInSession = AnswerOf<'list_sessions'>['data'][number]

interface SessionListProps {
  readonly sessions: readonly SignInSession[]
  readonly reload: () => void
}

/** Where the account is signed in, with what ends each of them. */
export function SessionList({ sessions, reload }: SessionListProps) {
  const { time_zone: zone } = useAccount()
  const submission = useSubmit()
  const end = async (work: () => Promise<unknown>) => {
    if (await submission.run(work)) reload()
  }
  return (
    <>
      <Table
        label="Your sessions"
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Browser', align: 'start', cell: (session: SignInSession) => <BrowserCell session={session} /> },
          { title: 'Address', align: 'start', cell: ({ address }) => address ?? 'unknown' },
          {
            title: 'Last used',
            align: 'start',
            cell: ({ last_used_at: at }) => <RelativeTime at={at} zone={zone} />,
          },
          { title: 'Signed in', align: 'start', cell: ({ created_at: at }) => <RelativeTime at={at} zone={zone} /> },
          { title: 'Ends', align: 'start', cell: ({ expires_at: at }) => format.dateTime(at, zone) },
          {
            title: 'Sign out',
            cell: ({ id, current, browser }) =>
              current ? null : (
                <button
                  type="button"
                  class="link"
                  aria-label={`Sign out ${browser ?? 'unknown browser'}`}
                  disabled={submission.isBusy}
                  onClick={() => end(() => ask('end_session', { id }))}
                >
                  Sign out
                </button>
              ),
          },
        ]}
      />
      {submission.problem ? (
        <p class="error" role="alert">
          {submission.problem.message}
        </p>
      ) : null}
      <p>
        <button type="button" disabled={submission.isBusy} onClick={() => end(() => ask('end_other_sessions', {}))}>
          Sign out everywhere else
        </button>
      </p>
    </>
  )
}

function BrowserCell({ session: { browser, current } }: { readonly session: SignInSession }) {
  return (
    <>
      {browser ?? 'Unknown browser'}{' '}
      {current ? (
        <span class="badge" data-kind="accent">
          this session
        </span>
      ) : null}
    </>
  )
}
