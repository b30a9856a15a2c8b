import { defineAccountCommand } from './define-account-command.ts'

export const accountReinstate = defineAccountCommand({
  name: 'account_reinstate',
  title: 'Reinstate an account',
  description: 'Ends the suspension of an account: its keys and sessions work again.',
  path: 'reinstate',
  async change(account, { repositories, events, context: { newId } }) {
    await repositories.accounts.change(account.id, { status: 'good' })
    if (account.status !== 'good')
      await events.notify(account.id, { kind: 'standing_changed', id: newId(), to: 'good' })
    return { ...account, status: 'good' }
  },
})
