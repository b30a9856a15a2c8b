import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { MOST_API_KEYS } from '../../domain/accounts/api-key.ts'
import { defineOperation } from '../operation.ts'
import { ownAccount } from './own-account.ts'

const Limit = z.object({
  name: z.string().describe('What is limited, for example api_keys.'),
  window: z.enum(['minute', 'hour', 'day', 'total']).describe('The span in which uses are counted.'),
  limit: z.int().min(0).max(1_000_000_000).describe('Most uses in the span.'),
  used: z.int().min(0).max(1_000_000_000).describe('Uses in the span that ends now.'),
})

export const showAccount = defineOperation({
  name: 'show_account',
  title: 'Account',
  description: 'The account of the caller: plan, standing, and its limits with what is used of them at this moment.',
  capability: 'account',
  callers: ['api_key', 'session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/account' },
  input: z.strictObject({}),
  output: z.object({ ...PublicAccount.shape, limits: z.array(Limit).describe('Limits and what is used of them.') }),
  example: {},
  async run(_input, context) {
    const account = await ownAccount(context)
    const [keys, kept] = await Promise.all([context.store.apiKeys.count(account.id), context.limitsOf(account.id)])
    const limits = [{ name: 'api_keys', window: 'total' as const, limit: MOST_API_KEYS, used: keys }, ...kept]
    return { ...publicAccount(account), limits }
  },
})
