/** The kinds of data that processes cache: credentials, and alert rules with watchlists. */
export type ChangeKind = 'credentials' | 'interests'

/** A write to the data of one account that processes cache. */
export interface Change {
  readonly kind: ChangeKind
  readonly accountId: string
}

/** An account; null: any account, because what was written is not known. */
export type ChangeListener = (accountId: string | null) => void

export interface Changes {
  /**
   * Calls back after each commit that wrote data of a kind, of this process or another; returns a function that
   * unsubscribes. A commit of another process may be reported twice, and a little later.
   */
  onChange(kind: ChangeKind, listener: ChangeListener): () => void
  /**
   * Whether cached data may be used: the commits of other processes were reported until a moment ago. Synchronous; on
   * SQLite this call notices them.
   */
  isCurrent(): boolean
}

/** Hands changes to those who cache. */
export class ChangeListeners {
  readonly #listeners = new Map<ChangeKind, Set<ChangeListener>>()

  onChange(kind: ChangeKind, listener: ChangeListener): () => void {
    const known = this.#listeners.get(kind) ?? new Set()
    this.#listeners.set(kind, known.add(listener))
    return () => known.delete(listener)
  }

  report({ kind, accountId }: Change): void {
    for (const listener of this.#listeners.get(kind) ?? []) listener(accountId)
  }

  /** Anything of anybody may have been written. */
  reportAll(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(null)
  }
}
