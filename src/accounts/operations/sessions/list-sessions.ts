import { z } from 'zod'
import { PublicSession } from '../../contract/sign-in-session.ts'
import { publicSession } from '../../domain/sign-in-session.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'

export const listSessions = defineOperation({
  name: 'list_sessions',
  title: 'Sign-in sessions',
  description:
    'Where the account is signed in: the browser, address and last use of each sign-in session, newest first. The session of this request is marked as current.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/sessions' },
  input: z.strictObject({ limit: Limit, cursor: Cursor }),
  output: z.object({ data: z.array(PublicSession).describe('Sessions, newest first.'), next_cursor: NextCursor }),
  example: {},
  async run({ limit, cursor }, context) {
    const { id } = await ownAccount(context)
    const { store, caller, now } = context
    const found = await store.sessions.ofAccount(id, { now: now(), beforeId: cursor, limit: limit + 1 })
    const { rows, nextCursor } = page(found, limit)
    return { data: rows.map((session) => publicSession(session, caller.sessionId)), next_cursor: nextCursor }
  },
})
