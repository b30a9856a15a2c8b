import { z } from 'zod'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { passwordResetMail } from '../../domain/accounts/mails.ts'
import type { Context } from '../context.ts'
import { defineOperation } from '../operation.ts'
import { countTry } from './count-try.ts'
import { sendLink } from './mail-link.ts'

/** The look-up comes after the answer, so neither its content nor its time tells whether there is an account. */
export const requestPasswordReset = defineOperation({
  name: 'request_password_reset',
  title: 'Ask for a new password',
  description:
    'Sends a link with which a new password can be chosen, if the address has an account. Answers 202 either way; an account gets at most five such mails an hour.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/password_reset', status: 202 },
  input: z.strictObject({ email: EmailAddress }),
  output: z.object({ detail: z.string().describe('What to do next.') }),
  example: { email: 'ada@example.com' },
  async run({ email }, context) {
    await countTry(context, { kind: 'password_reset', address: context.caller.address, email: null })
    context.afterwards(() => sendReset(context, email))
    return { detail: 'If this address has an account, a mail with a link is on its way. The link works for one hour.' }
  },
})

async function sendReset(context: Context, email: string): Promise<void> {
  const known = await context.store.accounts.byEmail(email)
  if (!known) return
  const { account } = known
  await sendLink(context, { account, purpose: 'reset_password', passwordHash: null, mail: passwordResetMail })
}
