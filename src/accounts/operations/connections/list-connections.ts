import { z } from 'zod'
import { PublicConnection } from '../../contract/connection.ts'
import { publicConnection } from '../../domain/connection.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'

export const listConnections = defineOperation({
  name: 'list_connections',
  title: 'Connected apps',
  description:
    'The apps that may call the MCP endpoint for the signed-in account, newest first, with their last use. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/connections' },
  input: z.strictObject({ limit: Limit, cursor: Cursor }),
  output: z.object({ data: z.array(PublicConnection).describe('Connections, newest first.'), next_cursor: NextCursor }),
  example: {},
  async run({ limit, cursor }, context) {
    const { id } = await ownAccount(context)
    const { store, now } = context
    const found = await store.oauthGrants.ofAccount(id, { now: now(), beforeId: cursor, limit: limit + 1 })
    const { rows, nextCursor } = page(found, limit)
    return { data: rows.map(publicConnection), next_cursor: nextCursor }
  },
})
