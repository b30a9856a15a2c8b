/** Tapes of sessions, of each symbol and date one: those used longest ago are forgotten when there is no more room. */
export interface KeptSessionsOptions<Kept> {
  readonly make: (symbol: string, sessionDate: string) => Kept
  readonly rowsOf: (kept: Kept) => number
  readonly mostSessions: number
  /** Of all sessions together. */
  readonly mostRows: number
}

export class KeptSessions<Kept> {
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

  /** Those used longest ago first. */
  values(): Kept[] {
    return [...this.#kept.values()]
  }

  /** The one that was used last stays, however large. */
  #forget(): void {
    const { mostSessions, mostRows, rowsOf } = this.#options
    let rows = 0
    for (const kept of this.#kept.values()) rows += rowsOf(kept)
    for (const [oldest, kept] of this.#kept) {
      if ((rows <= mostRows && this.#kept.size <= mostSessions) || this.#kept.size === 1) break
      this.#kept.delete(oldest)
      rows -= rowsOf(kept)
    }
  }
}

function keyOf(symbol: string, sessionDate: string): string {
  return `${symbol} ${sessionDate}`
}
