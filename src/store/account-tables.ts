import type { Standing } from '../domain/accounts/account.ts'
import type { Plan } from '../domain/accounts/plan.ts'

/** Rows of accounts and what belongs to them; all of it goes when the account goes. Secrets are digests. */
export interface AccountRow {
  id: string
  email: string
  email_verified: number
  password_hash: string
  plan: Plan
  standing: Standing
  time_zone: string
  created_at: string
}

export interface ApiKeyRow {
  id: string
  account_id: string
  name: string
  token_sha256: string
  token_prefix: string
  created_at: string
  expires_at: string
  last_used_at: string | null
}

export interface SessionRow {
  id: string
  account_id: string
  secret_digest: string
  created_at: string
  last_seen_at: string
  expires_at: string
}

export type MailPurpose = 'verify_email' | 'reset_password'

export interface MailTokenRow {
  digest: string
  account_id: string
  purpose: MailPurpose
  password_hash: string | null
  created_at: string
  expires_at: string
}

export interface GuessRow {
  subject: string
  failures: number
  last_at: string
  forget_at: string
}

export interface AccountTables {
  accounts: AccountRow
  api_keys: ApiKeyRow
  sessions: SessionRow
  mail_tokens: MailTokenRow
  guesses: GuessRow
}
