import { z } from 'zod'
import { NewPassword } from '../../domain/accounts/password.ts'
import { passwordChanged } from '../../domain/notifications/account-events.ts'
import { confirmEmailEndpoint } from '../notifications/confirm-email-endpoint.ts'
import { actAndTell } from '../notifications/tell-account.ts'
import { defineOperation } from '../operation.ts'
import { countTry, forgiveTry } from './count-try.ts'
import { MailToken, tokenRefused } from './mail-token-input.ts'

/** Sets a new password. All sessions and other mailed links end; the address counts as confirmed, for its mail was read. */
export const completePasswordReset = defineOperation({
  name: 'complete_password_reset',
  title: 'Choose a new password',
  description:
    'Sets a new password with the token of a reset mail, and ends all sign-in sessions of the account. API keys stay valid. The token works once, for one hour.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'PUT', path: '/password_reset' },
  input: z.strictObject({ token: MailToken, password: NewPassword }),
  output: z.object({ detail: z.string().describe('What to do next.') }),
  example: { token: 'x5Ydj0EIKEaS7iQLVGVSRdKqkVyVYHUJR7rWmJXRDKM', password: 'correct horse battery' },
  async run({ token, password }, context) {
    const { identity, sessionCookie, now, newId } = context
    const tried = await countTry(context, { kind: 'mail_token', address: context.caller.address, email: null })
    const digest = identity.digest('mail', token)
    const passwordHash = await identity.passwords.hash(password)
    const changed = await actAndTell(context, async (groups, tell) => {
      const redeemed = await groups.mailTokens.redeem(digest, 'reset_password', now())
      if (!redeemed) return false
      await groups.accounts.change(redeemed.accountId, { passwordHash, emailVerified: true })
      await confirmEmailEndpoint(groups, redeemed.accountId, now())
      await groups.sessions.removeOfAccount(redeemed.accountId)
      await groups.mailTokens.removeOfAccount(redeemed.accountId)
      await forgiveTry(groups, tried, now())
      await tell(redeemed.accountId, passwordChanged(newId()))
      return true
    })
    if (!changed) throw tokenRefused()
    sessionCookie?.clear()
    return { detail: 'The password is changed and all sessions have ended. Sign in with the new password.' }
  },
})
