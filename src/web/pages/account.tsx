import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PLANS } from '../../domain/accounts/plan.ts'
import { forgetAnswers, useAnswer } from '../answer.ts'
import { type AnswerOf, ask, onSignedOut } from '../client.ts'
import { format } from '../format.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Meter } from '../parts/meter.tsx'
import { Panel } from '../parts/panel.tsx'
import { Answered } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TextField } from '../parts/text-field.tsx'
import { PATHS } from '../paths.ts'
import { type PlanRow, planName, planTable } from '../plans.ts'
import { useAccount, useSession } from '../session.tsx'
import { useSubmit } from '../submit.ts'
import './account.css'

type Account = AnswerOf<'show_account'>

const RENEW_MS = 30_000
const SPANS: Readonly<Record<string, string>> = {
  minute: 'in the last minute',
  hour: 'in the last hour',
  day: 'in the last 24 hours',
  total: '',
}

export function AccountPage() {
  const asked = useAnswer('show_account', {}, { everyMs: RENEW_MS })
  return (
    <>
      <h1>Account</h1>
      <Answered of={asked}>
        {(account) => (
          <div class="grid" data-columns="2">
            <Identity account={account} />
            <Limits account={account} />
            <Plans />
            <Leaving />
          </div>
        )}
      </Answered>
    </>
  )
}

function Identity({ account }: { readonly account: Account }) {
  const { signOut } = useSession()
  const { route } = useLocation()
  const submission = useSubmit()
  const leave = async () => {
    if (await submission.run(signOut)) route(PATHS.signIn)
  }
  return (
    <Panel title="You">
      <dl class="account-facts">
        <dt>E-mail</dt>
        <dd>
          {account.email}{' '}
          {account.email_verified ? (
            <span class="badge" data-kind="accent">
              confirmed
            </span>
          ) : (
            <span class="badge" data-kind="warm">
              not confirmed
            </span>
          )}
        </dd>
        <dt>Plan</dt>
        <dd>{planName(account.plan)}</dd>
        <dt>Standing</dt>
        <dd>{account.standing === 'good' ? 'Good' : 'Suspended; ask the operator of this service'}</dd>
        <dt>Time zone</dt>
        <dd>
          {account.time_zone} <a href={PATHS.settings}>Change</a>
        </dd>
        <dt>Since</dt>
        <dd>
          {format.date(account.created_at.slice(0, 10))}, {account.created_at.slice(0, 4)}
        </dd>
      </dl>
      {account.email_verified ? null : (
        <p class="stale">
          Open the link in the mail that was sent to you. For another mail, <a href={PATHS.signUp}>sign up</a> once more
          with this address.
        </p>
      )}
      <button type="button" onClick={leave} disabled={submission.isBusy}>
        Sign out
      </button>
    </Panel>
  )
}

function Limits({ account }: { readonly account: Account }) {
  return (
    <Panel title="Limits">
      {account.limits.map(({ name, window, limit, used }) => (
        <Meter
          key={`${name} ${window}`}
          label={capitalised(format.words(name))}
          used={used}
          limit={limit}
          span={SPANS[window] ?? ''}
        />
      ))}
      <p class="quiet">
        What is used of the limits of each channel stands under <a href={PATHS.settings}>Settings</a>.
      </p>
    </Panel>
  )
}

function capitalised(text: string): string {
  return text
    .replace(/\bapi\b/, 'API')
    .replace(/\bmcp\b/, 'MCP')
    .replace(/^./, (first) => first.toUpperCase())
}

function Plans() {
  const { plan: own } = useAccount()
  const columns: readonly Column<PlanRow>[] = [
    { title: 'What it holds', align: 'start', cell: ({ title }) => title },
    ...PLANS.map((plan, index) => ({
      title: plan === own ? `${planName(plan)} (yours)` : planName(plan),
      cell: ({ cells }: PlanRow) => <PlanCell value={cells[index] ?? false} />,
    })),
  ]
  return (
    <Panel title="Plans" span={2}>
      <div class="account-plans">
        <Table label="What each plan holds" columns={columns} rows={planTable()} keyOf={({ title }) => title} />
      </div>
      <p class="quiet">The operator of this service changes the plan of an account.</p>
    </Panel>
  )
}

function PlanCell({ value }: { readonly value: boolean | number }) {
  if (typeof value === 'number') return <>{value === 0 ? '–' : format.whole(value)}</>
  return value ? (
    <>
      <span aria-hidden="true">✓</span>
      <span class="hidden">yes</span>
    </>
  ) : (
    <>
      <span aria-hidden="true">–</span>
      <span class="hidden">no</span>
    </>
  )
}

function Leaving() {
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const submission = useSubmit()
  const close = () => {
    setAsking(false)
    setPassword('')
  }
  const remove = async () => {
    if (!(await submission.run(() => ask('delete_account', { password })))) return
    forgetAnswers()
    for (const told of onSignedOut) told()
  }
  return (
    <Panel title="Delete the account" span={2}>
      <p>Deletes the account with its notifications, alerts, keys and settings, at once and for good.</p>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Delete the account…
      </button>
      {isAsking ? (
        <Confirm
          title="Delete the account?"
          act="Delete for good"
          isBusy={submission.isBusy}
          error={submission.problem?.message}
          onConfirm={remove}
          close={close}
        >
          <p>Everything that belongs to it goes with it. Nobody can bring it back.</p>
          <TextField
            label="Your password"
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onValue={setPassword}
            error={submission.error('password')}
          />
        </Confirm>
      ) : null}
    </Panel>
  )
}
