/** Tapes of sessions, of each symbol and date one: those used longest ago are forgotten when there is no more room. */
export interface KeptSession {
  readonly session: { readonly count: number }
}

export interface KeptSessionsOptions<Kept extends KeptSession> {
  readonly make: (symbol: string, sessionDate: string) => Kept
  readonly mostSessions: number
  /** Of all sessions together. */
  readonly mostRows: number
}

export class KeptSessions<Kept extends KeptSession> {
  readonly #options: KeptSessionsOptions<Kept>
  readonly #kept = new Map<string, Kept>()

  constructor(options: KeptSessionsOptions<Kept>) {
    this.#options = options
  }

  /** Makes what is not there, and counts as a use. */
  use(symbol: string, sessionDate: string): Kept {
    const key = keyOf(symbol, sessionDate)
    const kept = this.#kept.get(key) ?? this.#options.make(symbol, sessionDate)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    this.#forget()
    return kept
  }

  get(symbol: string, sessionDate: string): Kept | undefined {
    return this.#kept.get(keyOf(symbol, sessionDate))
  }

  /** The one that was used last stays, however large. */
  #forget(): void {
    const { mostSessions, mostRows } = this.#options
    let rows = 0
    for (const { session } of this.#kept.values()) rows += session.count
    for (const [oldest, { session }] of this.#kept) {
      if ((rows <= mostRows && this.#kept.size <= mostSessions) || this.#kept.size === 1) break
      this.#kept.delete(oldest)
      rows -= session.count
    }
  }
}

function keyOf(symbol: string, sessionDate: string): string {
  return `${symbol} ${sessionDate}`
}
