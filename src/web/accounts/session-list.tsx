import { useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Table } from '../ui/table/table.tsx'
import { PasswordForm } from './factors/password-form.tsx'
import { useAccount } from './session.tsx'

type SignInSession = AnswerOf<'list_sessions'>['data'][number]

/** What the password is asked for. */
type Ending = SignInSession | 'others' | null

interface SessionListProps {
  readonly sessions: readonly SignInSession[]
  readonly reload: () => void
}

/** Where the account is signed in, with what ends each of them. */
export function SessionList({ sessions, reload }: SessionListProps) {
  const { time_zone: zone } = useAccount()
  const [ending, end] = useState<Ending>(null)
  if (ending !== null) return <EndSessions ending={ending} reload={reload} close={() => end(null)} />
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
            cell: (session) =>
              session.current ? null : (
                <button
                  type="button"
                  class="link"
                  aria-label={`Sign out ${session.browser ?? 'unknown browser'}`}
                  onClick={() => end(session)}
                >
                  Sign out
                </button>
              ),
          },
        ]}
      />
      <p>
        <button type="button" onClick={() => end('others')}>
          Sign out everywhere else
        </button>
      </p>
    </>
  )
}

interface EndSessionsProps {
  readonly ending: NonNullable<Ending>
  readonly reload: () => void
  readonly close: () => void
}

function EndSessions({ ending, reload, close }: EndSessionsProps) {
  const run = async (password: string) => {
    await (ending === 'others'
      ? ask('end_other_sessions', { password })
      : ask('end_session', { id: ending.id, password }))
    close()
    reload()
  }
  return (
    <PasswordForm act={ending === 'others' ? 'Sign out the others' : 'Sign it out'} run={run} cancel={close}>
      <p>
        {ending === 'others'
          ? 'Every session but this one ends.'
          : `The session of ${ending.browser ?? 'an unknown browser'} at ${ending.address ?? 'an unknown address'} ends.`}
      </p>
    </PasswordForm>
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
