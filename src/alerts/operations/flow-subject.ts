import { flowPrint } from '../../flow/domain/flow-print.ts'
import type { FlowRow } from '../../flow/domain/flow-row.ts'
import type { FlowSubject } from '../domain/flow-subject.ts'

/** The subject of a row; null if its premium is unknown. */
export function flowSubject(row: FlowRow): FlowSubject | null {
  const print = flowPrint(row)
  const { premium } = print
  return premium === null ? null : { ...print, premium }
}
