import type { AccountStatus } from '../contract/account.ts'
import type { Plan } from '../domain/plan.ts'

/** What the owner of an account is notified of. `id` distinguishes one change from the next. */
export type AccountEvent =
  | { readonly kind: 'key_created'; readonly key: KeyFacts }
  | { readonly kind: 'app_connected'; readonly app: AppFacts }
  | { readonly kind: 'app_replayed'; readonly app: AppFacts }
  | { readonly kind: 'plan_changed'; readonly id: string; readonly from: Plan; readonly to: Plan }
  | { readonly kind: 'standing_changed'; readonly id: string; readonly to: AccountStatus }
  | { readonly kind: 'password_changed'; readonly id: string }
  | ({ readonly kind: 'signed_in'; readonly id: string } & SignInFacts)
  | { readonly kind: 'factor_changed'; readonly id: string; readonly change: FactorChange }
  | { readonly kind: 'operator_changed'; readonly id: string; readonly isOperator: boolean }

export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'removed_by_operator'

/** A sign-in from a browser or address that is new to the account. */
export interface SignInFacts {
  /** "Firefox on Linux"; null if unknown. */
  readonly browser: string | null
  readonly address: string | null
  /** ISO 8601 UTC. */
  readonly at: string
}

export interface KeyFacts {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly expiresAt: string
}

/** An app that was connected, or whose connection was ended because a used token of it appeared again. */
export interface AppFacts {
  /** Id of the connection. */
  readonly id: string
  readonly name: string
  /** Host or scheme that the sign-in returned to. */
  readonly returnsTo: string
}
