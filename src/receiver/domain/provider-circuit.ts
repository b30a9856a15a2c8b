/** How a provider did lately: after failures in a row it is passed over for a while, then one decision tries it. */
export interface ProviderCircuit {
  /** Failures since the last answer. */
  readonly failures: number
  /** Milliseconds of a monotonic clock; 0 while it was never opened. */
  readonly openUntilMs: number
}

export const CLOSED: ProviderCircuit = { failures: 0, openUntilMs: 0 }
const FAILURES_TO_OPEN = 3
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 30 * 60_000

/** The pause doubles with each failure after it, up to half an hour. Failures during a pause do not lengthen it. */
export function afterProviderFailure(circuit: ProviderCircuit, nowMs: number): ProviderCircuit {
  if (isOpen(circuit, nowMs)) return circuit
  const failures = circuit.failures + 1
  if (failures < FAILURES_TO_OPEN) return { ...circuit, failures }
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_OPEN))
  return { failures, openUntilMs: nowMs + pauseMs }
}

export function isOpen({ openUntilMs }: ProviderCircuit, nowMs: number): boolean {
  return nowMs < openUntilMs
}
