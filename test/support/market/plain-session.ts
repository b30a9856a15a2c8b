import type { FlowRow } from '../../../src/flow/domain/flow-row.ts'
import { FlowSession } from '../../../src/flow/domain/tape/flow-session.ts'
import { plainRow } from '../../../src/flow/domain/tape/packed-rows.ts'

/** A session whose rows can be spread, copied and compared in part. */
export class PlainSession extends FlowSession {
  override get rows(): readonly FlowRow[] {
    return super.rows.map(plainRow)
  }

  override find(id: string): FlowRow | null {
    const row = super.find(id)
    return row && plainRow(row)
  }
}
