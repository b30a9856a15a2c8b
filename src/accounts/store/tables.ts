import type { AccountStatus } from '../contract/account.ts'
import type { ChatVendor } from '../domain/chat-link.ts'
import type { Plan } from '../domain/plan.ts'

/** Accounts and their data, which is deleted with the account. Secrets are stored as digests. */
export interface AccountRow {
  id: string
  email: string
  email_verified: number
  password_hash: string
  plan: Plan
  standing: AccountStatus
  time_zone: string
  created_at: string
  /** 1 if it began with a sign-up. */
  signed_up: number
  is_operator: number
  log_ref: string | null
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
  last_used_address: string | null
  /** Separated by spaces. */
  scopes: string | null
  allowed_addresses: string | null
}

export interface SessionRow {
  id: string
  account_id: string
  secret_digest: string
  created_at: string
  last_seen_at: string
  expires_at: string
  address: string | null
  browser: string | null
}

export type MailPurpose = 'verify_email' | 'reset_password'

export interface MailTokenRow {
  digest: string
  /** Null in a decoy, which nothing redeems. */
  account_id: string | null
  purpose: MailPurpose
  password_hash: string | null
  created_at: string
  expires_at: string
}

export interface AuthAttemptRow {
  subject: string
  failures: number
  last_at: string
  forget_at: string
}

export interface KnownAddressRow {
  digest: string
  account_id: string
  last_seen_at: string
}

export interface SignInPlaceRow {
  account_id: string
  digest: string
  last_seen_at: string
}

export interface TotpFactorRow {
  account_id: string
  secret_sealed: string
  created_at: string
  confirmed_at: string | null
  last_step: number
}

export interface RecoveryCodeRow {
  account_id: string
  digest: string
}

export interface SignInStepRow {
  digest: string
  account_id: string
  password_digest: string
  expires_at: string
}

export interface PasskeyRow {
  id: string
  account_id: string
  credential_id: string
  public_key: string
  counter: number
  /** Words, separated by spaces. */
  transports: string
  name: string
  created_at: string
  last_used_at: string | null
}

export interface PasskeyChallengeRow {
  binding: string
  challenge_digest: string
  expires_at: string
}

export interface InvitationRow {
  id: string
  digest: string
  created_at: string
  expires_at: string
  used_at: string | null
  used_by: string | null
}

export interface OAuthClientRow {
  id: string
  kind: 'registered' | 'document'
  name: string
  /** JSON list. */
  redirect_uris: string
  created_at: string
  fresh_until: string | null
  used_at: string | null
}

export interface OAuthGrantRow {
  id: string
  account_id: string
  client_id: string
  client_name: string
  redirect_host: string
  resource: string
  scope: string
  created_at: string
  connected_at: string | null
  last_used_at: string | null
  expires_at: string
}

export type OAuthTokenKind = 'code' | 'access' | 'refresh'

export interface OAuthTokenRow {
  sha256: string
  grant_id: string
  kind: OAuthTokenKind
  content: string
  expires_at: string
  used_at: string | null
  uses: number
}

export interface OperatorActionRow {
  id: string
  at: string
  actor_ref: string | null
  address: string | null
  action: string
  subject_ref: string | null
  details: string
}

interface ChatUserRow {
  vendor: ChatVendor
  workspace_id: string
  user_id: string
  workspace_name: string
  user_name: string
}

export interface ChatLinkRow extends ChatUserRow {
  id: string
  account_id: string
  linked_at: string
}

export interface ChatInviteRow extends ChatUserRow {
  digest: string
  expires_at: string
}

interface ChatRequestRow {
  digest: string
  expires_at: string
}

export interface AccountTables {
  accounts: AccountRow
  api_keys: ApiKeyRow
  sessions: SessionRow
  sign_in_places: SignInPlaceRow
  totp_factors: TotpFactorRow
  recovery_codes: RecoveryCodeRow
  sign_in_steps: SignInStepRow
  passkeys: PasskeyRow
  passkey_challenges: PasskeyChallengeRow
  mail_tokens: MailTokenRow
  guesses: AuthAttemptRow
  known_addresses: KnownAddressRow
  invitations: InvitationRow
  oauth_clients: OAuthClientRow
  oauth_grants: OAuthGrantRow
  oauth_tokens: OAuthTokenRow
  operator_actions: OperatorActionRow
  chat_users: ChatLinkRow
  chat_invites: ChatInviteRow
  chat_requests: ChatRequestRow
}
