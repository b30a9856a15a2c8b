import type { Context } from '../../catalogue/context.ts'
import { operationsOver } from '../../catalogue/operation.ts'
import type { SignUpMode } from '../domain/sign-ups.ts'
import type { AccountEvents } from '../ports/account-events.ts'
import type { AuthorizationServer } from '../ports/authorization-server.ts'
import type { ClientDocuments } from '../ports/client-documents.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { AccountStore } from '../store/index.ts'
import type { Identity } from './identity.ts'

/** What operations of this context may use. */
export interface AccountContext extends Context {
  readonly store: AccountStore
  readonly identity: Identity
  readonly mailer: Mailer
  readonly accountEvents: AccountEvents
  readonly signUps: SignUpMode
  /** By the `Host` of the request; null where apps cannot connect by address. */
  authorizationServerAt(host: string | undefined): AuthorizationServer | null
  /** Null where only the descriptions that this service has may be used. */
  readonly clientDocuments: ClientDocuments | null
  /** False while the clock is in doubt: what has expired by it is not deleted yet. */
  readonly mayDelete: () => boolean
  /**
   * Runs work that depends on who has an account, after the response and a random delay, so that the time of neither
   * this response nor the next one reveals it. A failure is logged, and the service does this work before it stops.
   */
  later(work: () => Promise<void>): void
}

export const defineOperation = operationsOver<AccountContext>()
