import { keepAnOperator } from './as-operator.ts'
import { defineAccountCommand } from './define-account-command.ts'

export const accountSuspend = defineAccountCommand({
  name: 'account_suspend',
  title: 'Suspend an account',
  description:
    'Suspends an account immediately: its owner can sign in, but its keys and sessions cannot use the service. The last operator cannot be suspended in a browser.',
  path: 'suspend',
  async change(account, { repositories, events, context: { newId, caller } }) {
    await keepAnOperator(repositories, caller, account)
    // Before the change, because a suspended account gets no notifications.
    if (account.status === 'good')
      await events.notify(account.id, { kind: 'standing_changed', id: newId(), to: 'suspended' })
    await repositories.accounts.change(account.id, { status: 'suspended' })
    return { ...account, status: 'suspended' }
  },
})
