import { z } from 'zod'
import { confirmEmailEndpoint } from '../notifications/confirm-email-endpoint.ts'
import { defineOperation } from '../operation.ts'
import { countTry, forgiveTry } from './count-try.ts'
import { MailToken, tokenRefused } from './mail-token-input.ts'

/** Confirms an address, and makes the password of the sign-up that sent the mail that of the account. */
export const verifyEmail = defineOperation({
  name: 'verify_email',
  title: 'Confirm an e-mail address',
  description:
    'Confirms the e-mail address of an account with the token of the mail that signing up, or asking to verify the address again, has sent. The token works once, for 24 hours.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/accounts/verify_email' },
  input: z.strictObject({ token: MailToken }),
  output: z.object({ email_verified: z.literal(true).describe('The address is confirmed.') }),
  example: { token: 'x5Ydj0EIKEaS7iQLVGVSRdKqkVyVYHUJR7rWmJXRDKM' },
  async run({ token }, context) {
    const { store, identity, now } = context
    const tried = await countTry(context, { kind: 'mail_token', address: context.caller.address, email: null })
    const digest = identity.digest('mail', token)
    const verified = await store.transaction(async (groups) => {
      const redeemed = await groups.mailTokens.redeem(digest, 'verify_email', now())
      const known = redeemed && (await groups.accounts.byId(redeemed.accountId))
      if (!known) return false
      await groups.accounts.change(known.account.id, { emailVerified: true })
      await confirmEmailEndpoint(groups, known.account.id, now())
      const { passwordHash } = redeemed
      if (passwordHash && passwordHash !== known.passwordHash) {
        await groups.accounts.change(known.account.id, { passwordHash })
        await groups.sessions.removeOfAccount(known.account.id)
      }
      await groups.mailTokens.removeOfAccount(known.account.id)
      await forgiveTry(groups, tried, now())
      return true
    })
    if (!verified) throw tokenRefused()
    return { email_verified: true as const }
  },
})
