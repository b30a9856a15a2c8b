import { accountCreate } from '../../accounts/operations/admin/account-create.ts'
import { keyCreate } from '../../accounts/operations/admin/key-create.ts'
import { invoke } from '../../catalogue/invoke.ts'
import { contextOf, OPERATOR, type Parts } from '../parts.ts'
import { DEMO_PLAN, type FirstRunAccount } from './first-run.ts'

export const DEMO_EMAIL = 'demo@optionwire.test'
const PASSWORD_BYTES = 12

/** The account for the first sign-in and the first requests, with every capability and one key for 90 days. */
export async function makeDemoAccount(parts: Parts): Promise<FirstRunAccount> {
  const context = contextOf(parts, { caller: OPERATOR })
  const password = parts.randomBytes(PASSWORD_BYTES).toString('base64url')
  await invoke(accountCreate, { email: DEMO_EMAIL, password, plan: DEMO_PLAN, verified: true, operator: true }, context)
  const { token } = await invoke(keyCreate, { email: DEMO_EMAIL, name: 'demo', expires: '90d' }, context)
  return { email: DEMO_EMAIL, password, token: String(token) }
}
