import type { FlowSubject } from '../../domain/alerts/subject.ts'
import { flowPrint } from '../../domain/flow/flow-print.ts'
import type { FlowRow } from '../../domain/flow/flow-row.ts'

/** A row as rules see it; null for a print of unknown premium, of which nobody can be told how large it is. */
export function flowSubject(row: FlowRow): FlowSubject | null {
  const print = flowPrint(row)
  const { premium } = print
  return premium === null ? null : { ...print, premium }
}
