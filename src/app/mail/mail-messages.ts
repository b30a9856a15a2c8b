import type { Mail } from '../../accounts/ports/mailer.ts'

/** Tasks of both kinds are equally large, and the main thread handles them alike. */
export interface MailTask {
  readonly id: number
  readonly kind: 'send' | 'pretend'
  readonly mail: Mail
}

export interface MailResult {
  readonly id: number
  /** Why the mail was not sent; null if it was. */
  readonly failure: { readonly message: string; readonly cause: unknown } | null
}
