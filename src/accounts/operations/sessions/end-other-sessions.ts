import { z } from 'zod'
import { Password } from '../../contract/password.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { passwordRefused, withPassword } from '../with-password.ts'

export const endOtherSessions = defineOperation({
  name: 'end_other_sessions',
  title: 'Sign out everywhere else',
  description:
    'Ends all sign-in sessions of the account except that of this request, including their open sockets. API keys stay valid. Needs the password; a wrong one answers 403.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/sessions', errors: ['forbidden'] },
  input: z.strictObject({ password: Password }),
  output: z.object({ ended: z.int().min(0).max(1_000_000_000).describe('How many sessions were ended.') }),
  example: { password: 'correct horse battery' },
  async run({ password }, context) {
    const { email } = await ownAccount(context)
    const ended = await withPassword(context, { email, password }, ({ sessions }, { id }) =>
      sessions.removeOthers(id, context.caller.sessionId),
    )
    if (ended === undefined) throw passwordRefused()
    return { ended }
  },
})
