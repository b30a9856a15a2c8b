import { z } from 'zod'
import { PublicAccount } from '../../contract/account.ts'
import { publicAccount } from '../../domain/account.ts'
import { defineOperation } from '../context.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'

export const accountList = defineOperation({
  name: 'account_list',
  title: 'List accounts',
  description: 'All accounts, oldest first. For the operator, on the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ limit: Limit, cursor: Cursor }),
  output: z.object({
    data: z.array(PublicAccount).describe('Accounts, oldest first.'),
    next_cursor: NextCursor,
    total: z.int().min(0).max(1_000_000_000).describe('Number of accounts.'),
  }),
  example: {},
  async run({ limit, cursor }, { store }) {
    const { rows, nextCursor } = page(await store.accounts.list({ afterId: cursor ?? '', limit: limit + 1 }), limit)
    return { data: rows.map(publicAccount), next_cursor: nextCursor, total: await store.accounts.count() }
  },
})
