import { z } from 'zod'
import { PublicPasskey } from '../../contract/passkey.ts'
import { publicPasskey, relyingParty } from '../../domain/passkey.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'

export const listFactors = defineOperation({
  name: 'list_factors',
  title: 'Factors of the sign-in',
  description:
    'What the sign-in needs besides the password: the authenticator app, passkeys, and the number of recovery codes that are left. It returns no secret.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/account/factors' },
  input: z.strictObject({}),
  output: z.object({
    totp_since: z.iso
      .datetime()
      .nullable()
      .describe('Since when an authenticator app is needed, UTC; null if it is not.'),
    passkeys: z.array(PublicPasskey).describe('Passkeys, oldest first.'),
    passkeys_possible: z.boolean().describe('Whether browsers allow passkeys at the public URL of this service.'),
    recovery_codes_left: z.int().min(0).max(100).describe('Recovery codes that were not used.'),
  }),
  example: {},
  async run(_input, context) {
    const { id } = await ownAccount(context)
    const { totpFactors, recoveryCodes, passkeys } = context.store
    const [totp, left, keys] = await Promise.all([totpFactors.of(id), recoveryCodes.count(id), passkeys.ofAccount(id)])
    return {
      totp_since: totp?.confirmedAt ?? null,
      passkeys: keys.map(publicPasskey),
      passkeys_possible: relyingParty(context.publicUrl) !== null,
      recovery_codes_left: left,
    }
  },
})
