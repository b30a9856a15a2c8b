import { useState } from 'preact/hooks'
import { PLANS, type Plan } from '../../accounts/domain/plan.ts'
import { planName } from '../accounts/plans.ts'
import { type AnswerOf, ask } from '../client.ts'
import { Field } from '../ui/form/field.tsx'
import { type Proof, ProofDialog } from './proof-dialog.tsx'

type Listed = AnswerOf<'account_list'>['data'][number]

interface AccountDialogProps {
  readonly account: Listed
  readonly reload: () => void
  readonly close: () => void
}

interface Action {
  readonly title: string
  /** What follows. */
  readonly note: string
  run(proof: Proof, plan: Plan): Promise<unknown>
}

/** One action on one account. */
export function AccountDialog({ account, reload, close }: AccountDialogProps) {
  const actions = actionsOn(account)
  const [index, choose] = useState(0)
  const [plan, setPlan] = useState<Plan>(account.plan)
  const action = actions[index] ?? actions[0]
  if (!action) return null
  return (
    <ProofDialog
      title={account.email}
      act={action.title}
      run={async (proof) => {
        await action.run(proof, plan)
        reload()
      }}
      close={close}
    >
      <Field label="Action" hint={action.note}>
        {(ids) => (
          <select {...ids} value={String(index)} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {actions.map(({ title }, at) => (
              <option key={title} value={String(at)}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {index === 0 ? (
        <Field label="Plan">
          {(ids) => (
            <select
              {...ids}
              value={plan}
              onChange={(event) => setPlan(PLANS.find((it) => it === event.currentTarget.value) ?? plan)}
            >
              {PLANS.map((it) => (
                <option key={it} value={it}>
                  {planName(it)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
    </ProofDialog>
  )
}

/** The first one sets the plan. */
function actionsOn({ email, standing, operator }: Listed): readonly Action[] {
  return [
    {
      title: 'Set the plan',
      note: 'It holds at once, and the owner is notified.',
      run: (proof, plan) => ask('account_set_plan', { email, plan, ...proof }),
    },
    standing === 'good'
      ? {
          title: 'Suspend',
          note: 'Its keys, apps and sessions are refused. Its owner can still sign in, and delete it.',
          run: (proof) => ask('account_suspend', { email, ...proof }),
        }
      : {
          title: 'Reinstate',
          note: 'Its keys, apps and sessions work again.',
          run: (proof) => ask('account_reinstate', { email, ...proof }),
        },
    {
      title: 'Sign out everywhere',
      note: 'All its sessions end. Keys and connected apps go on.',
      run: (proof) => ask('account_sign_out', { email, ...proof }),
    },
    operator
      ? {
          title: 'End the role of an operator',
          note: 'It loses these pages at once.',
          run: (proof) => ask('account_revoke_operator', { email, ...proof }),
        }
      : {
          title: 'Make it an operator',
          note: 'It gets these pages and everything on them.',
          run: (proof) => ask('account_grant_operator', { email, ...proof }),
        },
  ]
}
