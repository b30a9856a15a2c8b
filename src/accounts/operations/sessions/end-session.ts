import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'

export const endSession = defineOperation({
  name: 'end_session',
  title: 'End a sign-in session',
  description:
    'Ends one sign-in session of the account at once, including its open sockets. Answers 404 if the account has no such session.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/sessions/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: z.string().min(1).max(40).describe('Id of the session.') }),
  output: z.object({}),
  example: { id: '01k9zx2p8a4b6c0d2e4f6g8h0j' },
  async run({ id }, context) {
    const account = await ownAccount(context)
    const ended = await context.store.sessions.removeOf(account.id, id)
    if (!ended) throw new AppError('not_found', 'The account has no session with this id. It may have ended.')
    if (id === context.caller.sessionId) context.sessionCookie?.clear()
    return {}
  },
})
