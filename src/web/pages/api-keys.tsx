import { useState } from 'preact/hooks'
import { allows } from '../../domain/accounts/plan.ts'
import { useAnswer } from '../answer.ts'
import { nowMs } from '../browser.ts'
import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { CopyText } from '../parts/copy-text.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { FormProblem } from '../parts/form-problem.tsx'
import { Panel } from '../parts/panel.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Answered, PlanNotice } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { TextField } from '../parts/text-field.tsx'
import { PATHS } from '../paths.ts'
import { useAccount } from '../session.tsx'
import { snippetsOf } from '../snippets.ts'
import { useSubmit } from '../submit.ts'
import './api-keys.css'

type Key = AnswerOf<'list_api_keys'>['data'][number]
type NewKey = AnswerOf<'create_api_key'>

/** Keys for programs: made, shown once, listed, deleted. */
export function ApiKeysPage() {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const asked = useAnswer('list_api_keys', cursor ? { cursor } : {})
  const [made, setMade] = useState<NewKey | null>(null)
  const onMade = (key: NewKey) => {
    setMade(key)
    asked.reload()
  }
  return (
    <>
      <h1>API keys</h1>
      <p class="quiet">
        For programs and for models over MCP. Every key reads everything that your account may read, and makes no other
        keys. <a href="/docs">The interface</a>
      </p>
      {made ? <Made made={made} close={() => setMade(null)} /> : null}
      <div class="grid" data-columns="2">
        <Panel title="New key">
          <Create onMade={onMade} />
        </Panel>
        <Panel title="Keys" span={2}>
          <Answered of={asked}>
            {({ data, next_cursor: next }) => (
              <>
                <Keys keys={data} reload={asked.reload} />
                <p class="row">
                  {cursor ? (
                    <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
                      Newer ones
                    </button>
                  ) : null}
                  {next ? (
                    <button type="button" onClick={() => setCursors([...cursors, next])}>
                      Older ones
                    </button>
                  ) : null}
                </p>
              </>
            )}
          </Answered>
        </Panel>
      </div>
    </>
  )
}

const PERIODS = [
  ['30d', '30 days'],
  ['60d', '60 days'],
  ['90d', '90 days'],
  ['custom', 'Until a date…'],
] as const

function Create({ onMade }: { readonly onMade: (key: NewKey) => void }) {
  const account = useAccount()
  const submission = useSubmit()
  const [name, setName] = useState('')
  const [period, setPeriod] = useState('90d')
  const [until, setUntil] = useState('')
  if (!allows(account.plan, 'rest_api')) return <PlanNotice plan="vega" what="API keys" />
  if (!account.email_verified || account.standing !== 'good') return <Unfit />
  const expiry = period === 'custom' ? until : period
  const create = async () => {
    const isMade = await submission.run(async () => onMade(await ask('create_api_key', { name, expiry })))
    if (isMade) setName('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={100}
        placeholder="notebook"
        value={name}
        onValue={setName}
        error={submission.error('name')}
        hint="By it you will know the key."
      />
      <Field label="Valid for" error={period === 'custom' ? undefined : submission.error('expiry')}>
        {(ids) => (
          <select {...ids} value={period} onChange={(event) => setPeriod(event.currentTarget.value)}>
            {PERIODS.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {period === 'custom' ? (
        <TextField
          label="Last day"
          type="date"
          required
          min={new Date(nowMs()).toISOString().slice(0, 10)}
          value={until}
          onValue={setUntil}
          error={submission.error('expiry')}
          hint="To its end in UTC; at most five years ahead."
        />
      ) : null}
      <FormProblem of={submission} what="API keys" />
      <button type="submit" class="primary" disabled={submission.isBusy}>
        Make the key
      </button>
    </form>
  )
}

/** What else a key needs, before the service has to refuse it. */
function Unfit() {
  const { email_verified: isVerified, standing } = useAccount()
  return (
    <div class="plan-notice">
      <p>
        <strong>A key needs {isVerified ? 'good standing' : 'a confirmed e-mail address'}.</strong>
      </p>
      <p>
        {standing === 'good' ? (
          <>
            Open the link in the mail that was sent to you; see <a href={PATHS.account}>Account</a>.
          </>
        ) : (
          'Your account is suspended. Ask the operator of this service.'
        )}
      </p>
    </div>
  )
}

function Made({ made, close }: { readonly made: NewKey; readonly close: () => void }) {
  const { email, time_zone: zone } = useAccount()
  const [chosen, setChosen] = useState(0)
  const snippets = snippetsOf(location.origin, email, made.token)
  const snippet = snippets[chosen]
  return (
    <section class="panel key-made" aria-labelledby="key-made">
      <div role="status">
        <h2 id="key-made">The key “{made.name}” is made</h2>
      </div>
      <p>
        <strong>The token is shown this once.</strong> Copy it now; treat it like a password. It is valid until{' '}
        {format.dateTime(made.expires_at, zone)}, {made.expires_at.slice(0, 4)}.
      </p>
      <CopyText label="Token" text={made.token} />
      <nav class="tabs" aria-label="Use it with">
        {snippets.map(({ title }, index) => (
          <button key={title} type="button" aria-pressed={index === chosen} onClick={() => setChosen(index)}>
            {title.split(' (')[0]}
          </button>
        ))}
      </nav>
      {snippet ? <CopyText key={snippet.title} label={snippet.title} text={snippet.text} /> : null}
      <button type="button" onClick={close}>
        I have copied it
      </button>
    </section>
  )
}

interface KeysProps {
  readonly keys: readonly Key[]
  readonly reload: () => void
}

function Keys({ keys, reload }: KeysProps) {
  const { time_zone: zone } = useAccount()
  const [doomed, setDoomed] = useState<Key | null>(null)
  const submission = useSubmit()
  const remove = async ({ id }: Key) => {
    if (!(await submission.run(() => ask('delete_api_key', { id })))) return
    setDoomed(null)
    reload()
  }
  return (
    <>
      <Table
        label="Your API keys"
        rows={keys}
        keyOf={({ id }) => id}
        empty="No key yet."
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
          {
            title: 'Ends',
            align: 'start',
            cell: (key) => `${format.dateTime(key.expires_at, zone)}, ${key.expires_at.slice(0, 4)}`,
          },
          {
            title: 'Last used',
            align: 'start',
            cell: (key) => (key.last_used_at === null ? 'never' : <RelativeTime at={key.last_used_at} zone={zone} />),
          },
          { title: 'Made', align: 'start', cell: (key) => <RelativeTime at={key.created_at} zone={zone} /> },
          {
            title: 'Delete',
            cell: (key) => (
              <button type="button" class="link" aria-label={`Delete ${key.name}`} onClick={() => setDoomed(key)}>
                Delete
              </button>
            ),
          },
        ]}
      />
      {doomed ? (
        <Confirm
          title="Delete the key?"
          act="Delete"
          isBusy={submission.isBusy}
          error={submission.problem?.message}
          onConfirm={() => void remove(doomed)}
          close={() => setDoomed(null)}
        >
          <p>
            “{doomed.name}” ({doomed.token_prefix}…) is refused from now on, by everything that uses it.
          </p>
        </Confirm>
      ) : null}
    </>
  )
}
