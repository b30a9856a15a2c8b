import { AppError } from '../../../lib/errors.ts'
import { defineAccountCommand } from './define-account-command.ts'

export const accountGrantOperator = defineAccountCommand({
  name: 'account_grant_operator',
  title: 'Make an account an operator',
  description:
    'Gives an account the role of an operator: it may use the operator’s pages and everything on them. Its address must be confirmed. The owner is notified by mail.',
  path: 'grant_operator',
  async change(account, { repositories, events, context: { newId } }) {
    if (!account.emailVerified) throw new AppError('conflict', 'The e-mail address of this account is not confirmed.')
    if (account.status !== 'good') throw new AppError('conflict', 'This account is suspended. Reinstate it first.')
    await repositories.accounts.change(account.id, { isOperator: true })
    if (!account.isOperator)
      await events.notify(account.id, { kind: 'operator_changed', id: newId(), isOperator: true })
    return { ...account, isOperator: true }
  },
})
