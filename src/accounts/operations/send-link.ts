import { newSecret } from '../../lib/node/keyed-digest.ts'
import { type AccountMail, type MailLink, RESET_PASSWORD_HOURS, VERIFY_EMAIL_HOURS } from '../domain/account-mails.ts'
import type { MailPurpose } from '../store/tables.ts'
import type { AccountContext } from './context.ts'

const HOUR_MS = 3_600_000
const MAX_PER_HOUR = 5

const LIFE_MS: Readonly<Record<MailPurpose, number>> = {
  verify_email: VERIFY_EMAIL_HOURS * HOUR_MS,
  reset_password: RESET_PASSWORD_HOURS * HOUR_MS,
}

export interface LinkMail {
  readonly to: string
  /** Null if the address has no account: the same work is done, and no mail is sent. */
  readonly accountId: string | null
  readonly purpose: MailPurpose
  readonly passwordHash: string | null
  readonly mail: (link: MailLink) => AccountMail
}

/** No account has this id. */
const NOBODY = ''

/**
 * Sends a single-use link. An account gets at most five of a kind per hour, so that nobody can flood a mailbox; the
 * earlier links stay valid, so that nobody can invalidate them either. The work is the same whether or not the mail is
 * sent: a link that nobody gets is stored without an account.
 */
export async function sendLink(
  context: AccountContext,
  { to, accountId, purpose, passwordHash, mail }: LinkMail,
): Promise<void> {
  const { store, identity, mailer, publicUrl, now, randomBytes } = context
  const createdAt = now()
  const recent = await store.mailTokens.countSince(
    accountId ?? NOBODY,
    purpose,
    new Date(createdAt.getTime() - HOUR_MS),
  )
  const isSent = accountId !== null && recent < MAX_PER_HOUR
  const token = newSecret(randomBytes)
  await store.transaction(async ({ mailTokens }) => {
    await mailTokens.add({
      digest: identity.digest('mail', token),
      accountId: isSent ? accountId : null,
      purpose,
      passwordHash: isSent ? passwordHash : null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFE_MS[purpose]),
    })
  })
  const message = mail({ to, publicUrl, token })
  await (isSent ? mailer.send(message) : mailer.pretend(message))
}
