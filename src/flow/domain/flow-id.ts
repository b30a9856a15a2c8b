/**
 * Ids of flow rows: session, symbol and position of the first print on the tape, so that the same tape gives the same ids
 * after a restart and in any read pattern. Only letters, digits, dots and hyphens, which are safe in a URL.
 */

const FLOW_ID = /^(\d{4})(\d{2})(\d{2})-([A-Z0-9.]+)-([0-9a-z]{1,9})$/

export interface FlowPlace {
  readonly sessionDate: string
  readonly symbol: string
  readonly sequence: number
}

/** `prefix` is the `flowIdPrefix` of the session and symbol. */
export function flowId(prefix: string, sequence: number): string {
  return prefix + sequence.toString(36)
}

/** Common prefix of the ids of a session and symbol. */
export function flowIdPrefix(sessionDate: string, symbol: string): string {
  return `${sessionDate.replaceAll('-', '')}-${symbol}-`
}

/** Null for a text that is not an id. */
export function readFlowId(id: string): FlowPlace | null {
  const parts = FLOW_ID.exec(id)
  if (!parts) return null
  const [, year, month, day, symbol = '', sequence = ''] = parts
  return { sessionDate: `${year}-${month}-${day}`, symbol, sequence: Number.parseInt(sequence, 36) }
}
