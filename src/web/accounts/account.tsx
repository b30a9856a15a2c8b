import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PLANS } from '../../accounts/domain/plan.ts'
import { clearAnswers, useAnswer } from '../answer.ts'
import { type AnswerOf, ask, onSignedOut } from '../client.ts'
import { format } from '../format.ts'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { Confirm } from '../ui/dialog.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Meter } from '../ui/meter.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'
import { type PlanRow, planName, planTable } from './plans.ts'
import { useAccount, useSession } from './session.tsx'
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
  const query = useAnswer('show_account', {}, { everyMs: RENEW_MS })
  return (
    <>
      <h1>Account</h1>
      <Answered of={query}>
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
        <dt>Status</dt>
        <dd>{account.standing === 'good' ? 'Good' : 'Suspended. Contact the operator of this service.'}</dd>
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
          Open the link in the mail that was sent to you. For another mail, <a href={PATHS.signUp}>sign up</a> again
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
        The usage of each channel’s limits is shown under <a href={PATHS.settings}>Settings</a>.
      </p>
    </Panel>
  )
}

function capitalised(text: string): string {
  return text
    .replace(/\bapi\b/, 'API')
    .replace(/\brest\b/, 'REST')
    .replace(/\bmcp\b/, 'MCP')
    .replace(/^./, (first) => first.toUpperCase())
}

function Plans() {
  const { plan: own } = useAccount()
  const columns: readonly Column<PlanRow>[] = [
    { title: 'Feature', align: 'start', cell: ({ title }) => title },
    ...PLANS.map((plan, index) => ({
      title: plan === own ? `${planName(plan)} (yours)` : planName(plan),
      cell: ({ cells }: PlanRow) => <PlanCell value={cells[index] ?? false} />,
    })),
  ]
  return (
    <Panel title="Plans" span={2}>
      <div class="account-plans">
        <Table label="Features of each plan" columns={columns} rows={planTable()} keyOf={({ title }) => title} />
      </div>
      <p class="quiet">The operator of this service can change your plan.</p>
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
    clearAnswers()
    for (const listener of onSignedOut) listener()
  }
  return (
    <Panel title="Delete the account" span={2}>
      <p>Deletes the account with its notifications, alerts, keys and settings, immediately and permanently.</p>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Delete the account…
      </button>
      {isAsking ? (
        <Confirm
          title="Delete the account?"
          act="Delete permanently"
          isBusy={submission.isBusy}
          error={submission.problem?.message}
          onConfirm={remove}
          close={close}
        >
          <p>All data of the account are deleted. This cannot be undone.</p>
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
