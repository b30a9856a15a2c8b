import { z } from 'zod'
import { PasskeyId } from '../../contract/passkey.ts'
import { Password } from '../../contract/password.ts'
import { defineOperation } from '../context.ts'
import { dropUnusedCodes } from '../factors/factor-store.ts'
import { ownAccount } from '../own-account.ts'
import { passwordRefused, withPassword } from '../with-password.ts'
import { noPasskey } from './rename-passkey.ts'

export const removePasskey = defineOperation({
  name: 'remove_passkey',
  title: 'Remove a passkey',
  description:
    'Removes a passkey of the account; it signs nobody in any more. Without another factor the recovery codes end too, and the password is enough. Needs the password. The owner is notified by mail.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/account/passkeys/:id', status: 204, errors: ['forbidden', 'not_found'] },
  input: z.strictObject({ id: PasskeyId, password: Password }),
  output: z.object({}),
  example: { id: '01k9zx2p8a4b6c0d2e4f6g8h0j', password: 'correct horse battery' },
  async run({ id, password }, context) {
    const { email } = await ownAccount(context)
    const { newId } = context
    const removed = await withPassword(context, { email, password }, async (repositories, account, events) => {
      if (!(await repositories.passkeys.remove(account.id, id))) return false
      await dropUnusedCodes(repositories, account.id)
      await events.notify(account.id, { kind: 'factor_changed', id: newId(), change: 'passkey_removed' })
      return true
    })
    if (removed === undefined) throw passwordRefused()
    if (!removed) throw noPasskey()
    return {}
  },
})
