import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { PublicAccount } from '../contract/account.ts'
import { EmailAddress } from '../contract/email-address.ts'
import { Password } from '../contract/password.ts'
import { publicAccount } from '../domain/account.ts'
import { defineOperation } from './context.ts'
import { beginStep, stepRequired } from './factors/sign-in-step.ts'
import { startSession } from './sessions/start-session.ts'
import { withPassword } from './with-password.ts'

/** Starts a sign-in session. Every sign-in gets a new secret and ends the caller's previous session. */
export const signIn = defineOperation({
  name: 'sign_in',
  title: 'Sign in',
  description:
    'Starts a sign-in session: returns the account and sets the session cookie. Answers 401 for an unknown e-mail address and for a wrong password alike, 429 with the exact wait after many failures, and 401 with second_factor if the account needs a second step.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/session', errors: ['unauthenticated'] },
  input: z.strictObject({ email: EmailAddress, password: Password }),
  output: PublicAccount,
  example: { email: 'ada@example.com', password: 'correct horse battery' },
  async run(credentials, context) {
    const session = await startSession(context)
    const proved = await withPassword(context, credentials, async (repositories, account, events) => {
      const step = await beginStep(context, repositories, account.id)
      if (!step) await session.store(repositories, account, events)
      return { account, step }
    })
    if (!proved) throw new AppError('unauthenticated', 'The e-mail address or the password is wrong.')
    if (proved.step) throw stepRequired(proved.step)
    session.setCookies(proved.account.email)
    return publicAccount(proved.account)
  },
})
