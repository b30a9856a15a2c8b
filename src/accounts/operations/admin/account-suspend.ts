import { defineAccountCommand } from './define-account-command.ts'

export const accountSuspend = defineAccountCommand({
  name: 'account_suspend',
  title: 'Suspend an account',
  description:
    'Suspends an account immediately: its owner can sign in, but its keys and sessions cannot use the service.',
  async change(account, { accountEvents, newId }) {
    await accountEvents.transaction(async ({ accounts }, events) => {
      // Before the change, because a suspended account gets no notifications.
      if (account.status === 'good')
        await events.notify(account.id, { kind: 'standing_changed', id: newId(), to: 'suspended' })
      await accounts.change(account.id, { status: 'suspended' })
    })
    return { ...account, status: 'suspended' }
  },
})
