import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { defineOperation } from '../operation.ts'
import { Cursor, Limit, NextCursor, page } from './page.ts'

export const accountList = defineOperation({
  name: 'account_list',
  title: 'List accounts',
  description: 'All accounts in the order of their making. For the operator, on the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ limit: Limit, cursor: Cursor }),
  output: z.object({
    data: z.array(PublicAccount).describe('Accounts, oldest first.'),
    next_cursor: NextCursor,
    total: z.int().min(0).max(1_000_000_000).describe('How many accounts there are.'),
  }),
  example: {},
  async run({ limit, cursor }, { store }) {
    const { rows, nextCursor } = page(await store.accounts.list({ afterId: cursor ?? '', limit: limit + 1 }), limit)
    return { data: rows.map(publicAccount), next_cursor: nextCursor, total: await store.accounts.count() }
  },
})
