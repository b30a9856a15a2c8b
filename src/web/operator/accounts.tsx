import { useState } from 'preact/hooks'
import { PLANS, type Plan } from '../../accounts/domain/plan.ts'
import { planName } from '../accounts/plans.ts'
import { useAnswer } from '../answer.ts'
import type { AnswerOf, InputOf } from '../client.ts'
import { format } from '../format.ts'
import { Choice } from '../ui/form/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { Table } from '../ui/table/table.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { OperatorFrame } from './frame.tsx'

type Listed = AnswerOf<'account_list'>['data'][number]

const PAGE = 25
const PLAN_CHOICES = PLANS.map((plan) => [plan, planName(plan)] as const)
const STATUSES = [
  ['good', 'good'],
  ['suspended', 'suspended'],
] as const

/** All accounts, and what can be done to one. */
export function OperatorAccountsPage() {
  const [email, setEmail] = useState('')
  const [plan, setPlan] = useState<Plan | null>(null)
  const [standing, setStanding] = useState<'good' | 'suspended' | null>(null)
  const filter = { ...(email && { email }), ...(plan && { plan }), ...(standing && { standing }) }
  return (
    <OperatorFrame title="Accounts">
      <search class="filters">
        <label class="row">
          E-mail{' '}
          <input
            type="search"
            placeholder="a part of it"
            autocomplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value.trim())}
          />
        </label>
        <Choice label="Plan" all="all" options={PLAN_CHOICES} value={plan} onChange={setPlan} />
        <Choice label="Status" all="all" options={STATUSES} value={standing} onChange={setStanding} />
      </search>
      <Accounts key={JSON.stringify(filter)} filter={filter} />
    </OperatorFrame>
  )
}

function Accounts({ filter }: { readonly filter: InputOf<'account_list'> }) {
  const pages = usePages()
  const query = useAnswer('account_list', { ...filter, limit: PAGE, ...pages.input })
  const [chosen, choose] = useState<Listed | null>(null)
  return (
    <Panel title="Accounts">
      <Answered of={query}>
        {({ data, next_cursor: next, total }) => (
          <>
            <p class="quiet">{total === 1 ? '1 account matches.' : `${format.whole(total)} accounts match.`}</p>
            <Table
              label="Accounts"
              rows={data}
              keyOf={({ email }) => email}
              empty={<Empty>No account matches.</Empty>}
              columns={[
                { title: 'E-mail', align: 'start', cell: ({ email }: Listed) => email },
                { title: 'Plan', align: 'start', cell: ({ plan }) => planName(plan) },
                { title: 'Status', align: 'start', cell: statusWords },
                { title: 'Confirmed', align: 'start', cell: ({ email_verified: is }) => (is ? 'yes' : 'no') },
                { title: 'Created', align: 'start', cell: ({ created_at: at }) => at.slice(0, 10) },
                {
                  title: 'Change',
                  cell: (account) => (
                    <button
                      type="button"
                      class="link"
                      aria-label={`Change ${account.email}`}
                      onClick={() => choose(account)}
                    >
                      Change…
                    </button>
                  ),
                },
              ]}
            />
            <Pager pages={pages} next={next} />
          </>
        )}
      </Answered>
      {chosen ? <AccountDialog account={chosen} reload={query.reload} close={() => choose(null)} /> : null}
    </Panel>
  )
}

function statusWords({ standing, operator }: Listed): string {
  return operator ? `${standing}, operator` : standing
}
