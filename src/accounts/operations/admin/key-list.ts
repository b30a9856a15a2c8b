import { z } from 'zod'
import { PublicApiKey } from '../../contract/api-key.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { publicApiKey } from '../../domain/api-key.ts'
import { defineOperation } from '../context.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'
import { accountByEmail } from './account-by-email.ts'

export const keyList = defineOperation({
  name: 'key_list',
  title: 'List API keys',
  description: 'The API keys of an account, newest first, without their tokens. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress, limit: Limit, cursor: Cursor }),
  output: z.object({ data: z.array(PublicApiKey).describe('Keys, newest first.'), next_cursor: NextCursor }),
  example: { email: 'ada@example.com' },
  async run({ email, limit, cursor }, { store, now }) {
    const { id } = await accountByEmail(store, email)
    const { rows, nextCursor } = page(await store.apiKeys.ofAccount(id, { beforeId: cursor, limit: limit + 1 }), limit)
    return { data: rows.map((key) => publicApiKey(key, now().getTime())), next_cursor: nextCursor }
  },
})
