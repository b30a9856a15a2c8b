/**
 * Names of flow rows: session, symbol and place of the first print on the tape, so that the same tape gives the same
 * names after a restart and however it grew. Letters, digits, dots and hyphens only: safe in a URL.
 */

const FLOW_ID = /^(\d{4})(\d{2})(\d{2})-([A-Z0-9.]+)-([0-9a-z]{1,9})$/

export interface FlowPlace {
  readonly sessionDate: string
  readonly symbol: string
  readonly sequence: number
}

/** `prefix` is that of the session and symbol. */
export function flowId(prefix: string, sequence: number): string {
  return prefix + sequence.toString(36)
}

/** What all rows of a session and symbol begin with. */
export function flowIdPrefix(sessionDate: string, symbol: string): string {
  return `${sessionDate.replaceAll('-', '')}-${symbol}-`
}

/** Null for a text that names no row. */
export function readFlowId(id: string): FlowPlace | null {
  const parts = FLOW_ID.exec(id)
  if (!parts) return null
  const [, year, month, day, symbol = '', sequence = ''] = parts
  return { sessionDate: `${year}-${month}-${day}`, symbol, sequence: Number.parseInt(sequence, 36) }
}
