import { z } from 'zod'
import { AllowedAddresses, KeyExpiry, KeyName, KeyScopes } from '../../contract/api-key.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { planTitle, REQUIRED_PLAN } from '../../domain/plan.ts'
import { IssuedApiKey, issueApiKey } from '../api-keys/issue-api-key.ts'
import { defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'
import { asOperator } from './as-operator.ts'

/**
 * The operator may create a key for any account; its use still requires the plan and an account that is not suspended.
 */
export const keyCreate = defineOperation({
  name: 'key_create',
  title: 'Create an API key',
  description: `Creates an API key for an account and prints its token once. Using it needs ${planTitle(REQUIRED_PLAN.rest_api)} and an account that is not suspended. On the command line only.`,
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({
    email: EmailAddress,
    name: KeyName,
    expires: KeyExpiry,
    scopes: KeyScopes,
    allowed_networks: AllowedAddresses,
  }),
  output: IssuedApiKey,
  example: { email: 'ada@example.com', name: 'notebook', expires: '90d' },
  async run({ email, name, expires, scopes, allowed_networks: allowedAddresses }, context) {
    const account = await accountByEmail(context.store, email)
    const facts = { action: 'key_create', subject: email, details: { expires }, proof: {} }
    return issueApiKey(context, account.id, {
      name,
      expiry: expires,
      expiryField: 'expires',
      scopes,
      allowedAddresses,
      notifies: false,
      within: (act) => asOperator(context, facts, act),
    })
  },
})
