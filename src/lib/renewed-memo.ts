export interface RenewedMemoOptions {
  /** A value of this age or less is given as it is. */
  readonly freshMs: number
  /** An older one up to this age is given as well, while a new one is made. */
  readonly usableMs: number
  /** Values kept, those asked for last. */
  readonly limit: number
}

interface Kept<Value> {
  readonly value: Value
  readonly madeAtMs: number
}

export interface Making<Value> {
  readonly nowMs: number
  readonly make: () => Promise<Value>
  /** Runs work beside the caller, and reports its failure. */
  readonly beside: (work: () => Promise<void>) => void
}

/**
 * Values that take long to make and may be a little old: of those who ask for one, only the first waits for it, and
 * those who ask at the same time wait together. A failure is not remembered.
 */
export class RenewedMemo<Value> {
  readonly #options: RenewedMemoOptions
  readonly #kept = new Map<string, Kept<Value>>()
  readonly #making = new Map<string, Promise<Value>>()

  constructor(options: RenewedMemoOptions) {
    this.#options = options
  }

  async find(key: string, making: Making<Value>): Promise<Value> {
    const kept = this.#kept.get(key)
    const age = kept ? making.nowMs - kept.madeAtMs : Number.POSITIVE_INFINITY
    // A clock that was set back makes ages negative: then the value is of unknown age.
    if (!kept || age < 0 || age > this.#options.usableMs) return this.#made(key, making)
    this.#keep(key, kept)
    if (age > this.#options.freshMs && !this.#making.has(key)) {
      making.beside(async () => {
        await this.#made(key, making)
      })
    }
    return kept.value
  }

  #made(key: string, { nowMs, make }: Making<Value>): Promise<Value> {
    const underWay = this.#making.get(key)
    if (underWay !== undefined) return underWay
    const made = make()
      .then((value) => {
        this.#keep(key, { value, madeAtMs: nowMs })
        return value
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, made)
    return made
  }

  #keep(key: string, kept: Kept<Value>): void {
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > this.#options.limit) this.#kept.delete(oldest)
  }
}
