import type { AccountEvent } from '../domain/account-event.ts'
import { securityMail } from '../domain/account-mails.ts'
import { isSecurityEvent, securityNotice } from '../domain/security-notice.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { AccountStore } from '../store/index.ts'

export interface OwnerMailParts {
  readonly store: Pick<AccountStore, 'accounts'>
  readonly mailer: Mailer
  /** `{base_url}` of links. */
  readonly publicUrl: string
}

/**
 * Mails a security notice to the owner of an account that has no notifications, because its plan does not include them
 * or it is suspended. An address that nobody has confirmed may belong to a stranger, so it gets none.
 */
export async function mailOwner(
  { store, mailer, publicUrl }: OwnerMailParts,
  accountId: string,
  event: AccountEvent,
): Promise<void> {
  if (!isSecurityEvent(event)) return
  const found = await store.accounts.byId(accountId)
  if (!found?.account.emailVerified) return
  await mailer.send(securityMail({ to: found.account.email, publicUrl, notice: securityNotice(event) }))
}
