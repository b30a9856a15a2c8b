import type { AccountEvent } from '../domain/account-event.ts'
import type { AccountRepositories } from '../store/index.ts'

/** Events of one transaction, committed together with its changes. */
export interface EventRecorder {
  notify(accountId: string, event: AccountEvent): Promise<void>
  /** The owner answered a mail to the account's address, so mails arrive. */
  emailConfirmed(accountId: string, at: Date): Promise<void>
}

export interface AccountEvents {
  /** Runs the work in one transaction with the events that it records. */
  transaction<T>(work: (repositories: AccountRepositories, events: EventRecorder) => Promise<T>): Promise<T>
}
