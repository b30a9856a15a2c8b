import { z } from 'zod'
import { defineOperation } from './context.ts'
import { rememberDevice } from './known-caller.ts'
import { MailToken, tokenRefused } from './mail-token-input.ts'
import { forgiveAttempt, recordAttempt } from './record-attempt.ts'

/** Confirms an address. The password of the sign-up that sent the mail becomes the password of the account. */
export const verifyEmail = defineOperation({
  name: 'verify_email',
  title: 'Confirm an e-mail address',
  description:
    'Confirms the e-mail address of an account with the token from a confirmation mail, which is sent at sign-up and on request. The token works once, for 24 hours.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/accounts/verify_email' },
  input: z.strictObject({ token: MailToken }),
  output: z.object({ email_verified: z.literal(true).describe('The address is confirmed.') }),
  example: { token: 'x5Ydj0EIKEaS7iQLVGVSRdKqkVyVYHUJR7rWmJXRDKM' },
  async run({ token }, context) {
    const { accountEvents, identity, now } = context
    const attempt = await recordAttempt(context, { kind: 'mail_token', address: context.caller.address, email: null })
    const digest = identity.digest('mail', token)
    const verified = await accountEvents.transaction(async (repositories, events) => {
      const redeemed = await repositories.mailTokens.redeem(digest, 'verify_email', now())
      const stored = redeemed && (await repositories.accounts.byId(redeemed.accountId))
      if (!stored) return undefined
      await repositories.accounts.change(stored.account.id, { emailVerified: true })
      await events.emailConfirmed(stored.account.id, now())
      const { passwordHash } = redeemed
      if (passwordHash && passwordHash !== stored.passwordHash) {
        await repositories.accounts.change(stored.account.id, { passwordHash })
        await repositories.sessions.removeOfAccount(stored.account.id)
      }
      await repositories.mailTokens.removeOfAccount(stored.account.id)
      await forgiveAttempt(repositories, attempt, now())
      return stored.account
    })
    if (!verified) throw tokenRefused()
    rememberDevice(context, verified.email)
    return { email_verified: true as const }
  },
})
