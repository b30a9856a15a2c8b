/**
 * `changed`: a process has committed cached data; the subject is the process. `feed`: the feed of the account that is the
 * subject has news. `due`: a delivery may be due. `leases`: a process has given its leases back. `asked`,
 * `answered`, `prints`: of a live market source that processes share, see `src/market/ports/live-exchange.ts`.
 */
export const HINT_TOPICS = ['changed', 'feed', 'due', 'leases', 'asked', 'answered', 'prints'] as const
export type HintTopic = (typeof HINT_TOPICS)[number]

/**
 * Hints between the processes of a service. One may be lost, doubled or late: it only says that something was committed,
 * and who hears it reads the store. So whoever listens also looks at the store from time to time.
 */
export interface Bus extends AsyncDisposable {
  /** Of this process, in hints. */
  readonly processId: string
  /** Whether hints of other processes may be lost; false where there are none. */
  readonly isLossy: boolean
  /**
   * To be called after the commit. Returns after the listeners of this process; those of others hear it a little later.
   * Never throws.
   */
  publish(topic: HintTopic, subject: string): void
  /** Returns a function that unsubscribes. */
  subscribe(topic: HintTopic, listener: (subject: string) => void): () => void
}

/** The listeners of one process. */
export class HintListeners {
  readonly #listeners = new Map<HintTopic, Set<(subject: string) => void>>()

  subscribe(topic: HintTopic, listener: (subject: string) => void): () => void {
    const known = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, known.add(listener))
    return () => known.delete(listener)
  }

  deliver(topic: HintTopic, subject: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(subject)
  }
}

/** The bus of a service of one process. */
export function inProcessBus(processId: string): Bus {
  const listeners = new HintListeners()
  return {
    processId,
    isLossy: false,
    publish: (topic, subject) => listeners.deliver(topic, subject),
    subscribe: (topic, listener) => listeners.subscribe(topic, listener),
    [Symbol.asyncDispose]: async () => undefined,
  }
}
