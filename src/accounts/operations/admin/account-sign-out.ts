import { defineAccountCommand } from './define-account-command.ts'

export const accountSignOut = defineAccountCommand({
  name: 'account_sign_out',
  title: 'Sign an account out everywhere',
  description:
    'Ends all sign-in sessions of an account, their open sockets included. Its API keys and connected apps go on; suspend the account to stop those too.',
  path: 'sign_out',
  async change(account, { repositories }) {
    await repositories.signInSteps.removeOfAccount(account.id)
    await repositories.sessions.removeOfAccount(account.id)
    return account
  },
})
