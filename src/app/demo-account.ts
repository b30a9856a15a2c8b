import { accountCreate } from '../operations/accounts/account-create.ts'
import { keyCreate } from '../operations/accounts/key-create.ts'
import { invoke } from '../operations/invoke.ts'
import type { FirstRunAccount } from './first-run.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'

export const DEMO_EMAIL = 'demo@optionwire.test'
const PASSWORD_BYTES = 12

/** What a newcomer signs in and asks with: an account on the Vega plan and one key of 90 days. */
export async function makeDemoAccount(parts: Parts): Promise<FirstRunAccount> {
  const context = contextOf(parts, { caller: OPERATOR })
  const password = parts.randomBytes(PASSWORD_BYTES).toString('base64url')
  await invoke(accountCreate, { email: DEMO_EMAIL, password, plan: 'vega', verified: true }, context)
  const { token } = await invoke(keyCreate, { email: DEMO_EMAIL, name: 'demo', expires: '90d' }, context)
  return { email: DEMO_EMAIL, password, token: String(token) }
}
