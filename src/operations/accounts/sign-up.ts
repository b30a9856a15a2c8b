import { z } from 'zod'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { knownAddressMail, verificationMail } from '../../domain/accounts/mails.ts'
import { NewPassword } from '../../domain/accounts/password.ts'
import { DEFAULT_TIME_ZONE, TimeZone } from '../../domain/accounts/time-zone.ts'
import type { Context } from '../context.ts'
import { defineOperation } from '../operation.ts'
import { countTry } from './count-try.ts'
import { sendLink } from './mail-link.ts'

const SignUp = z.strictObject({
  email: EmailAddress,
  password: NewPassword,
  time_zone: TimeZone.default(DEFAULT_TIME_ZONE).describe('IANA time zone in which days and quiet hours are read.'),
})

/** Signing up. The answer is the same, and as fast, whether or not the address has an account: all else follows it. */
export const signUp = defineOperation({
  name: 'sign_up',
  title: 'Sign up',
  description:
    'Makes an account on the Delta plan and sends a link that confirms the e-mail address. Answers 202 whether or not the address is known; a known address gets a mail that says so.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/accounts', status: 202 },
  input: SignUp,
  output: z.object({ detail: z.string().describe('What to do next.') }),
  example: { email: 'ada@example.com', password: 'correct horse battery', time_zone: 'Europe/London' },
  async run(input, context) {
    await countTry(context, { kind: 'sign_up', address: context.caller.address, email: null })
    context.afterwards(() => register(context, input))
    return { detail: 'Look into your mailbox and open the link in the mail to confirm the address.' }
  },
})

async function register(context: Context, { email, password, time_zone }: z.output<typeof SignUp>): Promise<void> {
  const { store, identity, newId, now } = context
  const passwordHash = await identity.passwords.hash(password)
  const account = {
    id: newId(),
    email,
    emailVerified: false,
    plan: 'delta',
    standing: 'good',
    timeZone: time_zone,
    createdAt: now().toISOString(),
  } as const
  if (await store.accounts.add({ ...account, passwordHash })) {
    return sendLink(context, { account, purpose: 'verify_email', passwordHash, mail: verificationMail })
  }
  const known = await store.accounts.byEmail(email)
  if (!known) return
  if (known.account.emailVerified) {
    return sendLink(context, {
      account: known.account,
      purpose: 'reset_password',
      passwordHash: null,
      mail: knownAddressMail,
    })
  }
  // Whoever signed up first with an address may not own it. The owner answers the mail of the own sign-up, and its
  // password replaces the earlier one then, so that nobody can prepare an account for someone else.
  return sendLink(context, { account: known.account, purpose: 'verify_email', passwordHash, mail: verificationMail })
}
