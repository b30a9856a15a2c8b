import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import type { Approval } from '../domain/approval.ts'
import type { ReceiverRepositories } from '../store/index.ts'

/** What a person is asked about. */
export interface ApprovalNotice {
  readonly approval: Pick<Approval, 'id' | 'shown' | 'expiresAt'>
  readonly idea: TradeIdea
  readonly decision: Decision
}

/** The people who may answer, and how they are asked. */
export interface Approvers {
  /**
   * Runs work on the store in one transaction; what `notify` raises there is part of it, and goes out after the commit.
   */
  transaction<T>(work: (repositories: ReceiverRepositories, inside: AskingInside) => Promise<T>): Promise<T>
  /** Whether this account may answer now: it exists, it is named, it is in good standing, its address is confirmed. */
  mayAnswer(accountId: string): Promise<boolean>
  /** The address of an account; null where it is deleted. */
  emailOf(accountId: string): Promise<string | null>
  /** Proves that a link or a page was made for this account and this request. */
  keyOf(approval: Pick<Approval, 'id' | 'expiresAt'>, accountId: string): string
}

export interface AskingInside {
  /** Accounts that may answer now. */
  readonly accountIds: readonly string[]
  notify(notice: ApprovalNotice): Promise<void>
}
