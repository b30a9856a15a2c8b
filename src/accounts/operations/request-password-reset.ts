import { z } from 'zod'
import { EmailAddress } from '../contract/email-address.ts'
import { passwordResetMail } from '../domain/account-mails.ts'
import type { AccountContext } from './context.ts'
import { defineOperation } from './context.ts'
import { recordAttempt } from './record-attempt.ts'
import { sendLink } from './send-link.ts'

/**
 * The look-up runs later, and an unknown address costs the same work, so neither this response nor the next one reveals
 * whether there is an account.
 */
export const requestPasswordReset = defineOperation({
  name: 'request_password_reset',
  title: 'Request a new password',
  description:
    'Sends a link for choosing a new password, if the address has an account. Answers 202 either way; an account gets at most five such mails per hour.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/password_reset', status: 202 },
  input: z.strictObject({ email: EmailAddress }),
  output: z.object({ detail: z.string().describe('What to do next.') }),
  example: { email: 'ada@example.com' },
  async run({ email }, context) {
    await recordAttempt(context, { kind: 'password_reset', address: context.caller.address, email: null })
    context.later(() => sendReset(context, email))
    return { detail: 'If this address has an account, a mail with a link is on its way. The link works for one hour.' }
  },
})

async function sendReset(context: AccountContext, email: string): Promise<void> {
  const registered = await context.store.accounts.byEmail(email)
  await sendLink(context, {
    to: email,
    accountId: registered?.account.id ?? null,
    purpose: 'reset_password',
    passwordHash: null,
    mail: passwordResetMail,
  })
}
