import type { Standing } from '../domain/accounts/account.ts'
import type { Plan } from '../domain/accounts/plan.ts'
import type { ValuedChain } from '../domain/analytics/chain-valuation.ts'
import type { ExpirationFilter } from '../domain/analytics/row-selection.ts'
import type { OptionChain } from '../domain/market/chain.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { MarketSource, MarketView } from '../ports/market-source.ts'
import type { Store } from '../store/open.ts'
import type { Identity } from './accounts/identity.ts'
import type { Notifier } from './notifications/notifier.ts'

/** `anonymous` has no account; `command_line` is the operator of the machine and has none either, and may do all. */
export type CallerKind = 'anonymous' | 'api_key' | 'session' | 'command_line'

export interface CallerAccount {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly plan: Plan
  readonly standing: Standing
  readonly timeZone: string
}

/** Who asks, and on which way in. */
export interface Caller {
  readonly kind: CallerKind
  readonly account: CallerAccount | null
  /** Network address of the request, for delays against guessing; null on the command line. */
  readonly address: string | null
  /** The sign-in session of a `session` caller. */
  readonly sessionId: string | null
}

export interface SessionCookie {
  set(secret: string, expiresAt: Date): void
  clear(): void
}

/** What is used of one limit that a surface keeps, for example of the requests of a minute. */
export interface LimitUse {
  /** snake_case, for example `rest_requests`. */
  readonly name: string
  readonly window: 'minute' | 'hour' | 'day' | 'total'
  readonly limit: number
  readonly used: number
}

/** All that an operation may use. A surface makes one for each call. */
export interface Context {
  readonly caller: Caller
  readonly market: MarketSource
  /** The market at present, or as it stood at the end of a past trading date. */
  viewAt(date?: string): Promise<MarketView>
  /** Values a chain, beside the thread that answers where there is one; `valuedChain` then answers at once. */
  valued(chain: OptionChain): Promise<ValuedChain>
  /** Values a chain and reprices some of its expirations; `gammaFigures` of them then answers at once. */
  repriced(chain: OptionChain, filter: ExpirationFilter): Promise<void>
  readonly store: Store
  readonly mailer: Mailer
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (size: number) => Uint8Array
  /** `{base_url}` of links. */
  readonly publicUrl: string
  /** How this surface keeps the secret of a sign-in session with the caller; null where it cannot. */
  readonly sessionCookie: SessionCookie | null
  readonly identity: Identity
  readonly notifier: Notifier
  /**
   * Does work after the answer, so that the answer's time does not tell what was found. A failure is logged, and the
   * service waits for such work before it closes.
   */
  afterwards(work: () => Promise<void>): void
  /** The limits of an account that surfaces keep, and what is used of them at present. */
  limitsOf(accountId: string): Promise<readonly LimitUse[]>
}
