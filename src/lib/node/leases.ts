import type { Step } from './worker.ts'

/** Pieces of work that one process of a service does at a time. */
export interface Leases<Name extends string = string> {
  /** Whether another process may have them. */
  readonly isShared: boolean
  /**
   * A number that identifies the time in which this process does the work without another one in between; null while
   * another does it, or it is not known which.
   */
  termOf(name: Name): number | null
  /** Whether the last term of this process may go on: false once it is known that it has ended. */
  mayGoOn(name: Name): boolean
}

/** The leases of a service of one process. */
export const soleLeases: Leases = { isShared: false, termOf: () => 1, mayGoOn: () => true }

/** Of a process that leaves the work to others. */
export const noLeases: Leases = { isShared: true, termOf: () => null, mayGoOn: () => false }

/**
 * A step that works while this process has the lease. Each term begins with a step that `begin` makes, because another
 * process may have done the work meanwhile. A step that runs when the lease ends goes on to its end, so what it writes
 * must be right though another process begins the same, or be written only in its term. At the end of a term the step is
 * forgotten, and the signal that `begin` gets is aborted.
 */
export function inTerm<Name extends string>(
  leases: Leases<Name>,
  name: Name,
  begin: (term: number, ended: AbortSignal) => Step,
): Step {
  let last: { readonly term: number; readonly step: Step; readonly ending: AbortController } | undefined
  return async (signal) => {
    const term = leases.termOf(name)
    if (last && last.term !== term && !(term === null && leases.mayGoOn(name))) {
      last.ending.abort()
      last = undefined
    }
    if (term === null) return false
    if (!last) {
      const ending = new AbortController()
      last = { term, step: begin(term, ending.signal), ending }
    }
    return last.step(signal)
  }
}
