import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { NewPassword, Password } from '../contract/password.ts'
import { defineOperation } from './context.ts'
import { ownAccount } from './own-account.ts'
import { withPassword } from './with-password.ts'

/** Links in mails that were sent before end as well: whoever reads the mailbox must not undo the change. */
export const changePassword = defineOperation({
  name: 'change_password',
  title: 'Change the password',
  description:
    'Changes the password of the signed-in account, and ends its other sign-in sessions. Needs the present password; a wrong one answers 403. API keys stay valid. The owner is notified by mail.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'PUT', path: '/account/password', errors: ['forbidden'] },
  input: z.strictObject({
    password: Password.describe('The present password.'),
    new_password: NewPassword.describe('The new password, 8 to 200 characters.'),
  }),
  output: z.object({
    ended_sessions: z.int().min(0).max(1_000_000_000).describe('How many other sign-in sessions were ended.'),
  }),
  example: { password: 'correct horse battery', new_password: 'several other words' },
  async run({ password, new_password: newPassword }, context) {
    const { email } = await ownAccount(context)
    const { caller, newId } = context
    const ended = await withPassword(
      context,
      { email, password, newPassword },
      async ({ sessions, mailTokens }, { id }, events) => {
        await mailTokens.removeOfAccount(id)
        await events.notify(id, { kind: 'password_changed', id: newId() })
        return sessions.removeOthers(id, caller.sessionId)
      },
    )
    if (ended === undefined) throw new AppError('forbidden', 'The present password is wrong.')
    return { ended_sessions: ended }
  },
})
