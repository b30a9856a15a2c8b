import { useState } from 'preact/hooks'
import { allows, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { useAnswer } from '../answer.ts'
import { nowMs } from '../browser.ts'
import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { CopyText } from '../ui/form/copy-text.tsx'
import { Field } from '../ui/form/field.tsx'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered, PlanNotice } from '../ui/states.tsx'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { ConnectAssistant } from './connections/connect-assistant.tsx'
import { KeyList } from './key-list.tsx'
import { FULL_POWERS, KeyPowersFields, powersInput } from './key-powers.tsx'
import { useAccount } from './session.tsx'
import { snippetsOf } from './snippets.ts'
import './api-keys.css'

type NewKey = AnswerOf<'create_api_key'>

/** API keys: create, show once, list, delete. */
export function ApiKeysPage() {
  const pages = usePages()
  const query = useAnswer('list_api_keys', pages.input)
  const [made, setMade] = useState<NewKey | null>(null)
  const onMade = (key: NewKey) => {
    setMade(key)
    query.reload()
  }
  return (
    <>
      <h1>API keys</h1>
      <p class="quiet">
        For programs and for models over MCP. A key can read everything that your account can read, unless you restrict
        it, but cannot create keys. <a href="/docs">API docs</a>
      </p>
      {made ? <Made made={made} close={() => setMade(null)} /> : null}
      <div class="grid" data-columns="2">
        <Panel title="New key">
          <Create onMade={onMade} />
        </Panel>
        <ConnectAssistant />
        <Panel title="Keys" span={2}>
          <Answered of={query}>
            {({ data, next_cursor: next }) => (
              <>
                <KeyList keys={data} reload={query.reload} />
                <Pager pages={pages} next={next} />
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
  const [powers, setPowers] = useState(FULL_POWERS)
  if (!allows(account.plan, 'rest_api')) return <PlanNotice plan={REQUIRED_PLAN.rest_api} what="API keys" />
  if (!account.email_verified || account.standing !== 'good') return <Unfit />
  const expiry = period === 'custom' ? until : period
  const create = async () => {
    const isMade = await submission.run(async () =>
      onMade(await ask('create_api_key', { name, expiry, ...powersInput(powers) })),
    )
    if (!isMade) return
    setName('')
    setPowers(FULL_POWERS)
  }
  return (
    <SubmitForm of={submission} act="Create key" onSubmit={create} what="API keys">
      <TextField
        label="Name"
        required
        maxLength={100}
        placeholder="notebook"
        value={name}
        onValue={setName}
        error={submission.error('name')}
        hint="A label to recognize the key."
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
          hint="Until the end of the day in UTC; at most five years ahead."
        />
      ) : null}
      <KeyPowersFields powers={powers} onPowers={setPowers} submission={submission} />
    </SubmitForm>
  )
}

/** Requirements that the page checks before the service refuses. */
function Unfit() {
  const { email_verified: isVerified, standing } = useAccount()
  return (
    <div class="plan-notice">
      <p>
        <strong>A key needs {isVerified ? 'an account that is not suspended' : 'a confirmed e-mail address'}.</strong>
      </p>
      <p>
        {standing === 'good' ? (
          <>
            Open the link in the mail that was sent to you; see <a href={PATHS.account}>Account</a>.
          </>
        ) : (
          'Your account is suspended. Contact the operator of this service.'
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
        <h2 id="key-made">Key “{made.name}” created</h2>
      </div>
      <p>
        <strong>The token is shown only once.</strong> Copy it now; treat it like a password. It is valid until{' '}
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
