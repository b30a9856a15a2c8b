import type { DecisionBudget } from '../domain/budget.ts'
import type { DecisionLimits } from '../domain/decision-limits.ts'
import type { OrderForm } from '../domain/exits.ts'
import type { Guards } from '../domain/guards.ts'
import type { SymbolFacts } from '../domain/idea-guard.ts'
import type { Broker } from '../ports/broker.ts'
import type { Decider } from '../ports/decider.ts'
import type { DecisionRoom } from '../ports/decision-room.ts'
import type { ReceiverStore } from '../store/index.ts'
import type { ClaimedIdea, Lease } from '../store/ledger-claims.ts'
import type { ApprovalParts } from './approval-parts.ts'

/** A lease is renewed three times before it would end. */
export const LEASE_MS = 30_000
export const RENEW_EVERY_MS = 10_000
/** An idea that is older than this and unfinished is never traded. */
export const STALE_MS = 15 * 60_000

/** What the work on ideas uses. */
export interface DecisionParts {
  readonly store: Pick<
    ReceiverStore,
    | 'approvals'
    | 'ledgerClaims'
    | 'ledgerOutcomes'
    | 'decisionEvidence'
    | 'followedOrders'
    | 'receiverSwitch'
    | 'transaction'
  >
  readonly decider: Decider
  readonly room: DecisionRoom
  readonly broker: Broker
  readonly limits: DecisionLimits
  readonly guards: Guards
  /** Bounds on what decisions cost. */
  readonly budget: DecisionBudget
  readonly orderForm: OrderForm
  /** Whether orders wait for the yes of a person, and whose. */
  readonly approval: ApprovalParts
  /** Whether a model is shown what the brokerage holds. */
  readonly showHoldings: boolean
  /** What the market source knows of a symbol. Never throws. */
  readonly symbolFacts: (symbol: string) => Promise<SymbolFacts>
  /** Whether orders are followed to the end of their exits. */
  readonly trackOrders: boolean
  readonly dryRun: boolean
  readonly paper: boolean
  /** Texts that no stored error may hold. */
  readonly secrets: readonly string[]
  /** The process that holds the leases. */
  readonly instance: string
  readonly now: () => Date
  readonly newId: () => string
  /** Waits, unless or until the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** One idea in work. Aborted when the process ends or when the lease was lost. */
export interface Job {
  readonly claimed: ClaimedIdea
  readonly signal: AbortSignal
  /** The room of the decision, given back once it was made. */
  readonly place: Disposable | undefined
}

export function newLease({ newId, instance, now }: DecisionParts): Lease {
  const at = now()
  return { owner: newId(), instance, now: at, until: after(at, LEASE_MS) }
}

export function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}

export function isStale({ now }: DecisionParts, { freshFrom }: ClaimedIdea): boolean {
  return now().getTime() - freshFrom.getTime() > STALE_MS
}
