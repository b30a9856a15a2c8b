import { z } from 'zod'
import type { Account } from '../../domain/accounts/account.ts'
import { KeyExpiry, KeyName, missingForApiKey } from '../../domain/accounts/api-key.ts'
import { REQUIRED_PLAN } from '../../domain/accounts/plan.ts'
import { AppError } from '../../domain/errors.ts'
import { defineOperation } from '../operation.ts'
import { IssuedApiKey, issueApiKey } from './issue-api-key.ts'
import { ownAccount } from './own-account.ts'

/** Asks the plan itself instead of leaving it to the door, so that everything that is missing is named at once. */
export const createApiKey = defineOperation({
  name: 'create_api_key',
  title: 'Create an API key',
  description:
    'Makes an API key with full read access and shows its token, this once. Needs the Vega plan, a confirmed e-mail address and good standing; 403 names what is missing. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/api_keys', status: 201, errors: ['forbidden', 'conflict'] },
  input: z.strictObject({ name: KeyName, expiry: KeyExpiry }),
  output: IssuedApiKey,
  example: { name: 'notebook', expiry: '90d' },
  async run({ name, expiry }, context) {
    const account = await ownAccount(context)
    refuseUnfit(account)
    return issueApiKey(context, account.id, { name, expiry, expiryField: 'expiry', check: refuseUnfit, tells: true })
  },
})

function refuseUnfit(account: Account): void {
  const missing = missingForApiKey(account)
  if (missing.length === 0) return
  throw new AppError('forbidden', `An API key needs what this account lacks: ${missing.join(', ')}.`, {
    requiredPlan: REQUIRED_PLAN.rest_api,
  })
}
