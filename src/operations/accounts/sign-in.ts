import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { GivenPassword } from '../../domain/accounts/password.ts'
import { SESSION_LIFE_MS } from '../../domain/accounts/sign-in-session.ts'
import { AppError } from '../../domain/errors.ts'
import { newSecret } from '../../lib/node/keyed-digest.ts'
import { defineOperation } from '../operation.ts'
import { withPassword } from './with-password.ts'

/** Begins a sign-in session. Every sign-in has a new secret, and ends the session that the caller had before. */
export const signIn = defineOperation({
  name: 'sign_in',
  title: 'Sign in',
  description:
    'Begins a sign-in session: answers the account and sets the session cookie. Answers 401 alike for an unknown e-mail and a wrong password, and 429 with the exact wait after many failures.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/session', errors: ['unauthenticated'] },
  input: z.strictObject({ email: EmailAddress, password: GivenPassword }),
  output: PublicAccount,
  example: { email: 'ada@example.com', password: 'correct horse battery' },
  async run(credentials, context) {
    const { identity, sessionCookie, caller, newId, now, randomBytes } = context
    if (!sessionCookie) throw new AppError('forbidden', 'Sign in over HTTP, where a cookie can be kept.')
    const secret = newSecret(randomBytes)
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + SESSION_LIFE_MS)
    const account = await withPassword(context, credentials, async ({ sessions }, account) => {
      if (caller.sessionId) await sessions.remove(caller.sessionId)
      await sessions.removeEnded(createdAt)
      await sessions.add({
        id: newId(),
        accountId: account.id,
        secretDigest: identity.digest('session', secret),
        createdAt: createdAt.toISOString(),
        lastSeenAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })
      return account
    })
    if (!account) throw new AppError('unauthenticated', 'The e-mail or the password is wrong.')
    sessionCookie.set(secret, expiresAt)
    return publicAccount(account)
  },
})
