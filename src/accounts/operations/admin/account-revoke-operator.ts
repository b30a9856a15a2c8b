import { keepAnOperator } from './as-operator.ts'
import { defineAccountCommand } from './define-account-command.ts'

export const accountRevokeOperator = defineAccountCommand({
  name: 'account_revoke_operator',
  title: 'End the role of an operator',
  description:
    'Takes the role of an operator from an account, immediately. The last operator cannot be removed in a browser. The owner is notified by mail.',
  path: 'revoke_operator',
  async change(account, { repositories, events, context: { newId, caller } }) {
    await keepAnOperator(repositories, caller, account)
    await repositories.accounts.change(account.id, { isOperator: false })
    if (account.isOperator)
      await events.notify(account.id, { kind: 'operator_changed', id: newId(), isOperator: false })
    return { ...account, isOperator: false }
  },
})
