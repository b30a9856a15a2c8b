import { defineAccountCommand } from './define-account-command.ts'

export const accountReinstate = defineAccountCommand({
  name: 'account_reinstate',
  title: 'Reinstate an account',
  description: 'Ends the suspension of an account: its keys and sessions work again.',
  async change(account, { accountEvents, newId }) {
    await accountEvents.transaction(async ({ accounts }, events) => {
      await accounts.change(account.id, { status: 'good' })
      if (account.status !== 'good')
        await events.notify(account.id, { kind: 'standing_changed', id: newId(), to: 'good' })
    })
    return { ...account, status: 'good' }
  },
})
