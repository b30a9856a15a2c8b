import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { Password } from '../../contract/password.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { passwordRefused, withPassword } from '../with-password.ts'

export const endSession = defineOperation({
  name: 'end_session',
  title: 'End a sign-in session',
  description:
    'Ends one sign-in session of the account at once, including its open sockets. Needs the password, so that a stolen session cannot sign out the owner; sign_out ends the session of the request without it. Answers 404 if the account has no such session.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/sessions/:id', status: 204, errors: ['forbidden', 'not_found'] },
  input: z.strictObject({ id: z.string().min(1).max(40).describe('Id of the session.'), password: Password }),
  output: z.object({}),
  example: { id: '01k9zx2p8a4b6c0d2e4f6g8h0j', password: 'correct horse battery' },
  async run({ id, password }, context) {
    const { email } = await ownAccount(context)
    const ended = await withPassword(context, { email, password }, ({ sessions }, account) =>
      sessions.removeOf(account.id, id),
    )
    if (ended === undefined) throw passwordRefused()
    if (!ended) throw new AppError('not_found', 'The account has no session with this id. It may have ended.')
    if (id === context.caller.sessionId) context.sessionCookie?.clear()
    return {}
  },
})
