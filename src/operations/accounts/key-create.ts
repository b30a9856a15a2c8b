import { z } from 'zod'
import { KeyExpiry, KeyName } from '../../domain/accounts/api-key.ts'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { defineOperation } from '../operation.ts'
import { accountByEmail } from './account-by-email.ts'
import { IssuedApiKey, issueApiKey } from './issue-api-key.ts'

/** The operator may prepare a key for an account of any plan and standing; using it is refused as always. */
export const keyCreate = defineOperation({
  name: 'key_create',
  title: 'Create an API key',
  description:
    'Makes an API key for an account and prints its token, this once. Using it needs the Vega plan and good standing as always. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress, name: KeyName, expires: KeyExpiry }),
  output: IssuedApiKey,
  example: { email: 'ada@example.com', name: 'notebook', expires: '90d' },
  async run({ email, name, expires }, context) {
    const account = await accountByEmail(context.store, email)
    return issueApiKey(context, account.id, { name, expiry: expires, expiryField: 'expires', tells: false })
  },
})
