import { z } from 'zod'
import { NewPassword } from '../contract/password.ts'
import { defineOperation } from './context.ts'
import { rememberDevice } from './known-caller.ts'
import { MailToken, tokenRefused } from './mail-token-input.ts'
import { forgiveAttempt, recordAttempt } from './record-attempt.ts'

/**
 * Sets a new password and ends all sessions, connections of apps and mailed links. The address counts as confirmed, because its owner has
 * read the mail. This browser is known from now on, so that nobody who guesses at the account keeps the owner out.
 */
export const completePasswordReset = defineOperation({
  name: 'complete_password_reset',
  title: 'Choose a new password',
  description:
    'Sets a new password with the token of a reset mail, and ends all sign-in sessions and connected apps of the account. API keys stay valid. The token works once, for one hour.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'PUT', path: '/password_reset' },
  input: z.strictObject({ token: MailToken, password: NewPassword }),
  output: z.object({ detail: z.string().describe('What to do next.') }),
  example: { token: 'x5Ydj0EIKEaS7iQLVGVSRdKqkVyVYHUJR7rWmJXRDKM', password: 'correct horse battery' },
  async run({ token, password }, context) {
    const { identity, sessionCookie, now, newId } = context
    const attempt = await recordAttempt(context, { kind: 'mail_token', address: context.caller.address, email: null })
    const digest = identity.digest('mail', token)
    const passwordHash = await identity.passwords.hash(password)
    const changed = await context.accountEvents.transaction(async (repositories, events) => {
      const redeemed = await repositories.mailTokens.redeem(digest, 'reset_password', now())
      if (!redeemed) return undefined
      await repositories.accounts.change(redeemed.accountId, { passwordHash, emailVerified: true })
      await events.emailConfirmed(redeemed.accountId, now())
      await repositories.sessions.removeOfAccount(redeemed.accountId)
      await repositories.oauthGrants.removeOfAccount(redeemed.accountId)
      await repositories.mailTokens.removeOfAccount(redeemed.accountId)
      await forgiveAttempt(repositories, attempt, now())
      await events.notify(redeemed.accountId, { kind: 'password_changed', id: newId() })
      return repositories.accounts.byId(redeemed.accountId)
    })
    if (!changed) throw tokenRefused()
    sessionCookie?.clear()
    rememberDevice(context, changed.account.email)
    return { detail: 'The password is changed and all sessions have ended. Sign in with the new password.' }
  },
})
