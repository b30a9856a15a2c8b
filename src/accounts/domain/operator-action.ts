import type { OperatorActionRecord } from '../contract/operator-action.ts'

/** A new entry of the log of operators. Instants are ISO 8601 UTC. */
export interface OperatorAction {
  readonly id: string
  readonly at: string
  /** Names of accounts in the log; null on the command line, whose user has no account here. */
  readonly actorRef: string | null
  /** Network address of the request; null on the command line. */
  readonly address: string | null
  /** Name of the operation. */
  readonly action: string
  /** The account that it was done to; null if there is none. */
  readonly subjectRef: string | null
  /** What was changed; never a secret, and nothing of a person. */
  readonly details: Readonly<Record<string, string | number | boolean>>
}

/** An entry as it is read: e-mail addresses are those of accounts that still exist. */
export interface LoggedAction extends OperatorAction {
  readonly actor: string | null
  readonly subject: string | null
}

export function operatorActionRecord(entry: LoggedAction): OperatorActionRecord {
  const { id, at, address, action, details } = entry
  return {
    id,
    at,
    actor: nameOf(entry.actor, entry.actorRef),
    address,
    action,
    subject: nameOf(entry.subject, entry.subjectRef),
    details: { ...details },
  }
}

/** Null where there is no account. */
function nameOf(email: string | null, ref: string | null): string | null {
  return email ?? (ref === null ? null : `deleted account ${ref}`)
}
