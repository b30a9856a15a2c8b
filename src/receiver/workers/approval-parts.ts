import type { ApprovalRule } from '../domain/approval.ts'
import type { Approvers } from '../ports/approvers.ts'

/** Whether orders wait for the yes of a person, and whose. */
export interface ApprovalParts {
  /** Null while no order waits; a request that was made before is answered all the same. */
  readonly rule: ApprovalRule | null
  readonly approvers: Approvers
}
