/**
 * Which trades of a tape are there already, when two channels send them: pages that are read again from a while back, and
 * a stream. Each trade counts as often as in the channel that sends it more often, since two equal trades of one
 * nanosecond are two trades.
 */
export class SeenTrades {
  readonly #taken = new Map<string, Count>()
  readonly #rememberedMs: number
  #lastMs = Number.NEGATIVE_INFINITY
  #decayedAtMs = Number.NEGATIVE_INFINITY

  /** Trades are remembered for so long after them: pages must not be read again from further back. */
  constructor(rememberedMs: number) {
    this.#rememberedMs = rememberedMs
  }

  get size(): number {
    return this.#taken.size
  }

  /**
   * Those of a batch of pages that are new. A batch is complete for its time span, which must not begin before what is
   * remembered.
   */
  newOf<Trade extends { readonly key: string; readonly ms: number }>(batch: readonly Trade[]): Trade[] {
    const inBatch = new Map<string, number>()
    const fresh = batch.filter((trade) => {
      const often = (inBatch.get(trade.key) ?? 0) + 1
      inBatch.set(trade.key, often)
      return this.#takeUpTo(trade, often)
    })
    // Not before: a batch need not be in the order of time.
    this.#forget()
    return fresh
  }

  /** Whether a trade of the stream, which sends each trade once, is new. */
  isNew(trade: { readonly key: string; readonly ms: number }): boolean {
    const count = this.#countOf(trade)
    count.streamed++
    const fresh = this.#takeUpTo(trade, count.streamed)
    if (trade.ms - this.#decayedAtMs > this.#rememberedMs) this.#forget()
    return fresh
  }

  #takeUpTo(trade: { readonly key: string; readonly ms: number }, often: number): boolean {
    const count = this.#countOf(trade)
    if (often <= count.taken) return false
    count.taken = often
    return true
  }

  #countOf({ key, ms }: { readonly key: string; readonly ms: number }): Count {
    if (ms > this.#lastMs) this.#lastMs = ms
    const known = this.#taken.get(key)
    if (known) return known
    const count = { ms, taken: 0, streamed: 0 }
    this.#taken.set(key, count)
    return count
  }

  #forget(): void {
    this.#decayedAtMs = this.#lastMs
    for (const [key, { ms }] of this.#taken) if (ms < this.#lastMs - this.#rememberedMs) this.#taken.delete(key)
  }
}

interface Count {
  readonly ms: number
  taken: number
  streamed: number
}
