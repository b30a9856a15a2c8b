import type { Account } from '../../domain/accounts/account.ts'
import {
  type AccountMail,
  type MailLink,
  RESET_PASSWORD_HOURS,
  VERIFY_EMAIL_HOURS,
} from '../../domain/accounts/mails.ts'
import { newSecret } from '../../lib/node/keyed-digest.ts'
import type { MailPurpose } from '../../store/account-tables.ts'
import type { Context } from '../context.ts'

const HOUR_MS = 3_600_000
const MOST_PER_HOUR = 5

const LIFE_MS: Readonly<Record<MailPurpose, number>> = {
  verify_email: VERIFY_EMAIL_HOURS * HOUR_MS,
  reset_password: RESET_PASSWORD_HOURS * HOUR_MS,
}

export interface LinkMail {
  readonly account: Account
  readonly purpose: MailPurpose
  readonly passwordHash: string | null
  readonly mail: (link: MailLink) => AccountMail
}

/**
 * Sends a link that works once. An account gets at most five of a kind in an hour, so that a stranger cannot fill a
 * mailbox; the earlier links stay valid, so that he cannot spoil them either.
 */
export async function sendLink(context: Context, { account, purpose, passwordHash, mail }: LinkMail): Promise<void> {
  const { store, identity, mailer, publicUrl, now, randomBytes } = context
  const createdAt = now()
  const recent = await store.mailTokens.countSince(account.id, purpose, new Date(createdAt.getTime() - HOUR_MS))
  if (recent >= MOST_PER_HOUR) return
  const token = newSecret(randomBytes)
  await store.transaction(async ({ mailTokens }) => {
    await mailTokens.removeExpired(createdAt)
    await mailTokens.add({
      digest: identity.digest('mail', token),
      accountId: account.id,
      purpose,
      passwordHash,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFE_MS[purpose]),
    })
  })
  await mailer.send(mail({ to: account.email, publicUrl, token }))
}
