import { z } from 'zod'
import { AppError, invalid } from '../../lib/errors.ts'
import { newSecret } from '../../lib/node/keyed-digest.ts'
import { EmailAddress } from '../contract/email-address.ts'
import { NewPassword } from '../contract/password.ts'
import { TimeZone } from '../contract/time-zone.ts'
import { knownAddressMail, verificationMail } from '../domain/account-mails.ts'
import { planTitle } from '../domain/plan.ts'
import { DEFAULT_TIME_ZONE } from '../domain/time-zone.ts'
import type { AccountWithPassword } from '../store/accounts.ts'
import type { AccountContext } from './context.ts'
import { defineOperation } from './context.ts'
import { recordAttempt } from './record-attempt.ts'
import { sendLink } from './send-link.ts'

const SignUp = z.strictObject({
  email: EmailAddress,
  password: NewPassword,
  time_zone: TimeZone.default(DEFAULT_TIME_ZONE).describe('IANA time zone in which days and quiet hours are read.'),
  invitation: z
    .string()
    .max(200, 'must be at most 200 characters')
    .optional()
    .describe('The token after # in the link of an invitation, where sign-ups need one.'),
})
type SignUp = z.output<typeof SignUp>

const NEW_ACCOUNT_PLAN = 'delta'

/**
 * The response is the same, and equally fast, whether or not the address has an account: the work follows later.
 */
export const signUp = defineOperation({
  name: 'sign_up',
  title: 'Sign up',
  description: `Creates an account on ${planTitle(NEW_ACCOUNT_PLAN)} and sends a link that confirms the e-mail address. Answers 202 whether or not the address is known; a known address gets a mail that says so. An account that nobody confirms is deleted after 7 days. Answers 403 where sign-ups are closed, and 422 without a valid invitation where one is needed.`,
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/accounts', status: 202, errors: ['forbidden'] },
  input: SignUp,
  output: z.object({ detail: z.string().describe('What to do next.') }),
  example: { email: 'ada@example.com', password: 'correct horse battery', time_zone: 'Europe/London' },
  async run(input, context) {
    if (context.signUps === 'closed') {
      throw new AppError('forbidden', 'Sign-ups are closed. Ask the operator of this service for an account.')
    }
    await recordAttempt(context, { kind: 'sign_up', address: context.caller.address, email: null })
    if (context.signUps === 'invite') await useInvitation(context, input)
    context.later(() => register(context, input))
    return { detail: 'Open the link in the mail that we have sent you to confirm the address.' }
  },
})

/** Before the look-up of the address, so that the answer does not depend on it. */
async function useInvitation({ store, identity, now }: AccountContext, { email, invitation }: SignUp): Promise<void> {
  const digest = identity.digest('invitation', invitation ?? '')
  if (await store.invitations.use(digest, identity.digest('invited', email), now())) return
  throw invalid(
    [{ path: 'invitation', message: 'is missing, unknown, expired, or used for another address' }],
    'Signing up needs an invitation. Open the link of your invitation again, or ask the operator for another one.',
  )
}

async function register(context: AccountContext, { email, password, time_zone }: SignUp): Promise<void> {
  const { store, identity, newId, now } = context
  const passwordHash = await identity.passwords.hash(password)
  const account = {
    id: newId(),
    email,
    emailVerified: false,
    plan: NEW_ACCOUNT_PLAN,
    status: 'good',
    timeZone: time_zone,
    createdAt: now().toISOString(),
  } as const
  const confirming = { to: email, purpose: 'verify_email', passwordHash, mail: verificationMail } as const
  if (await store.accounts.add({ ...account, passwordHash, signedUp: true })) {
    return sendLink(context, { ...confirming, accountId: account.id })
  }
  const registered = await store.accounts.byEmail(email)
  if (!registered) return
  const accountId = registered.account.id
  if (registered.account.emailVerified) {
    const mail = knownAddressMail
    return sendLink(context, { to: email, accountId, purpose: 'reset_password', passwordHash: null, mail })
  }
  await invalidatePassword(context, registered, password)
  return sendLink(context, { ...confirming, accountId })
}

/**
 * The first person to sign up with an address may not own it. A later sign-up with another password therefore ends the
 * earlier password and its sessions, and the mail that is answered chooses the password: nobody can prepare an account
 * for someone else. An account that the operator created keeps its password.
 */
async function invalidatePassword(
  { store, identity, randomBytes }: AccountContext,
  { account, passwordHash, signedUp }: AccountWithPassword,
  password: string,
): Promise<void> {
  const { passwords } = identity
  if (!signedUp || (await passwords.verify(password, passwordHash))) return
  const unknown = await passwords.hash(newSecret(randomBytes))
  await store.transaction(async ({ accounts, sessions }) => {
    const current = await accounts.byId(account.id)
    // The owner has confirmed the address, or chosen a password, meanwhile.
    if (!current || current.account.emailVerified || current.passwordHash !== passwordHash) return
    await accounts.change(account.id, { passwordHash: unknown })
    await sessions.removeOfAccount(account.id)
  })
}
