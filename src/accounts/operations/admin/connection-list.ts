import { z } from 'zod'
import { PublicConnection } from '../../contract/connection.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { publicConnection } from '../../domain/connection.ts'
import { defineOperation } from '../context.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'
import { accountByEmail } from './account-by-email.ts'

export const connectionList = defineOperation({
  name: 'connection_list',
  title: 'List connected apps',
  description: 'The apps that may call the MCP endpoint for an account, newest first. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress, limit: Limit, cursor: Cursor }),
  output: z.object({ data: z.array(PublicConnection).describe('Connections, newest first.'), next_cursor: NextCursor }),
  example: { email: 'ada@example.com' },
  async run({ email, limit, cursor }, { store, now }) {
    const { id } = await accountByEmail(store, email)
    const found = await store.oauthGrants.ofAccount(id, { now: now(), beforeId: cursor, limit: limit + 1 })
    const { rows, nextCursor } = page(found, limit)
    return { data: rows.map(publicConnection), next_cursor: nextCursor }
  },
})
