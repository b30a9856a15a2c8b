import { z } from 'zod'
import { PublicApiKey } from '../../contract/api-key.ts'
import { publicApiKey } from '../../domain/api-key.ts'
import { defineOperation } from '../context.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'

export const listApiKeys = defineOperation({
  name: 'list_api_keys',
  title: 'API keys',
  description: 'The API keys of the signed-in account, newest first, without their tokens. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/api_keys' },
  input: z.strictObject({ limit: Limit, cursor: Cursor }),
  output: z.object({ data: z.array(PublicApiKey).describe('Keys, newest first.'), next_cursor: NextCursor }),
  example: {},
  async run({ limit, cursor }, { caller, store, now }) {
    const accountId = caller.account?.id ?? ''
    const { rows, nextCursor } = page(
      await store.apiKeys.ofAccount(accountId, { beforeId: cursor, limit: limit + 1 }),
      limit,
    )
    return { data: rows.map((key) => publicApiKey(key, now().getTime())), next_cursor: nextCursor }
  },
})
