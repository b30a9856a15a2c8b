import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { PasskeyId, PasskeyName, PublicPasskey } from '../../contract/passkey.ts'
import { publicPasskey } from '../../domain/passkey.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'

export const renamePasskey = defineOperation({
  name: 'rename_passkey',
  title: 'Rename a passkey',
  description: 'Changes the label of a passkey of the account. Answers 404 if the account has no such passkey.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'PATCH', path: '/account/passkeys/:id', errors: ['not_found'] },
  input: z.strictObject({ id: PasskeyId, name: PasskeyName }),
  output: PublicPasskey,
  example: { id: '01k9zx2p8a4b6c0d2e4f6g8h0j', name: 'phone' },
  async run({ id, name }, context) {
    const account = await ownAccount(context)
    const renamed = await context.store.passkeys.rename(account.id, id, name)
    if (!renamed) throw noPasskey()
    return publicPasskey(renamed)
  },
})

export function noPasskey(): AppError {
  return new AppError('not_found', 'The account has no passkey with this id.')
}
