import { defineAccountCommand } from './define-account-command.ts'

export const accountRemoveFactors = defineAccountCommand({
  name: 'account_remove_factors',
  title: 'Remove the second factors of an account',
  description:
    'For an owner who has lost the device and the recovery codes: removes the second factors of an account and ends its sessions. The password is enough to sign in from then on. The owner is notified by mail.',
  async change(account, { accountEvents, newId }) {
    const { id } = account
    await accountEvents.transaction(async (repositories, events) => {
      await repositories.totpFactors.remove(id)
      await repositories.passkeys.removeOfAccount(id)
      await repositories.recoveryCodes.replace(id, [])
      await repositories.signInSteps.removeOfAccount(id)
      await repositories.sessions.removeOfAccount(id)
      await events.notify(id, { kind: 'factor_changed', id: newId(), change: 'removed_by_operator' })
    })
    return account
  },
})
