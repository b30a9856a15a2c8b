import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { AllowedAddresses, KeyExpiry, KeyName, KeyScopes } from '../../contract/api-key.ts'
import type { Account } from '../../domain/account.ts'
import { missingForApiKey } from '../../domain/api-key.ts'
import { planTitle, REQUIRED_PLAN } from '../../domain/plan.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { IssuedApiKey, issueApiKey } from './issue-api-key.ts'

/** Checks the plan here and not in `invoke`, so that the error names everything that is missing. */
export const createApiKey = defineOperation({
  name: 'create_api_key',
  title: 'Create an API key',
  description: `Creates an API key, with full read access unless it names scopes or addresses, and shows its token once. Needs ${planTitle(REQUIRED_PLAN.rest_api)}, a confirmed e-mail address and an account that is not suspended; 403 names what is missing. By sign-in session only.`,
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/api_keys', status: 201, errors: ['forbidden', 'conflict'] },
  input: z.strictObject({
    name: KeyName,
    expiry: KeyExpiry,
    scopes: KeyScopes,
    allowed_networks: AllowedAddresses,
  }),
  output: IssuedApiKey,
  example: { name: 'notebook', expiry: '90d' },
  async run({ name, expiry, scopes, allowed_networks: allowedAddresses }, context) {
    const account = await ownAccount(context)
    requireKeyRights(account)
    return issueApiKey(context, account.id, {
      name,
      expiry,
      expiryField: 'expiry',
      scopes,
      allowedAddresses,
      check: requireKeyRights,
      notifies: true,
    })
  },
})

function requireKeyRights(account: Account): void {
  const missing = missingForApiKey(account)
  if (missing.length === 0) return
  throw new AppError('forbidden', `An API key needs: ${missing.join(', ')}.`, {
    requiredPlan: REQUIRED_PLAN.rest_api,
  })
}
