import { z } from 'zod'
import { PublicAccount } from '../contract/account.ts'
import { publicAccount } from '../domain/account.ts'
import { MAX_API_KEYS } from '../domain/api-key.ts'
import { defineOperation } from './context.ts'
import { ownAccount } from './own-account.ts'

const Limit = z.object({
  name: z.string().describe('What is limited, for example api_keys.'),
  window: z.enum(['minute', 'hour', 'day', 'total']).describe('The window in which uses are counted.'),
  limit: z.int().min(0).max(1_000_000_000).describe('Maximum uses in the window.'),
  used: z.int().min(0).max(1_000_000_000).describe('Uses in the window that ends now.'),
})

export const showAccount = defineOperation({
  name: 'show_account',
  title: 'Account',
  description: 'The account of the caller: plan, standing, and its limits with their current usage.',
  capability: 'account',
  callers: ['api_key', 'session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/account' },
  input: z.strictObject({}),
  output: z.object({ ...PublicAccount.shape, limits: z.array(Limit).describe('Limits and their current usage.') }),
  example: {},
  async run(_input, context) {
    const account = await ownAccount(context)
    const [keys, kept] = await Promise.all([context.store.apiKeys.count(account.id), context.limitsOf(account.id)])
    const limits = [{ name: 'api_keys', window: 'total' as const, limit: MAX_API_KEYS, used: keys }, ...kept]
    return { ...publicAccount(account), limits }
  },
})
