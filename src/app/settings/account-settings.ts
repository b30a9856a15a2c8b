import { z } from 'zod'
import { SIGN_UP_MODES, type SignUpMode } from '../../accounts/domain/sign-ups.ts'
import { flag } from '../../lib/setting-readers.ts'

/** Settings of accounts and their mails, by their names in the environment. */
export const ACCOUNT_SETTINGS = {
  MAIL_TO_LOG: flag.default(false),
  SIGNUPS: z.enum(SIGN_UP_MODES, 'must be open, invite or closed').default('closed'),
}

type Settings = { readonly [Name in keyof typeof ACCOUNT_SETTINGS]: z.output<(typeof ACCOUNT_SETTINGS)[Name]> }

export interface AccountConfig {
  /** Without a mail server, mails are written to the log with their links. */
  readonly mailToLog: boolean
  readonly signUps: SignUpMode
}

export function accountConfigOf(settings: Settings): AccountConfig {
  return { mailToLog: settings.MAIL_TO_LOG, signUps: settings.SIGNUPS }
}
