import { z } from 'zod'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'

export const endOtherSessions = defineOperation({
  name: 'end_other_sessions',
  title: 'Sign out everywhere else',
  description:
    'Ends all sign-in sessions of the account except that of this request, including their open sockets. API keys stay valid.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/sessions' },
  input: z.strictObject({}),
  output: z.object({ ended: z.int().min(0).max(1_000_000_000).describe('How many sessions were ended.') }),
  example: {},
  async run(_input, context) {
    const { id } = await ownAccount(context)
    return { ended: await context.store.sessions.removeOthers(id, context.caller.sessionId) }
  },
})
