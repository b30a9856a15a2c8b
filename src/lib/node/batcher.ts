export interface BatcherOptions<Item, Result> {
  /** Maximum number of items in one flush. */
  readonly maxItems: number
  /** Processes a batch; returns one result per item, in the same order. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>
}

/**
 * Collects the items that arrive during a flush, or within one turn of the event loop, into the next flush: many small
 * writes become one commit, and a single write hardly waits. A failed flush fails each of its items. Libraries batch by
 * a timer or a size; here the end of a commit starts the next one.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>
  #waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  #running: Promise<void> | undefined

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options
  }

  add(item: Item): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => this.#waiting.push({ item, resolve, reject }))
    this.#running ??= this.#run()
    return result
  }

  async #run(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#options.maxItems)
      try {
        const results = await this.#options.flush(batch.map(({ item }) => item))
        if (results.length !== batch.length) throw new Error('a flush must return one result per item')
        for (const [index, result] of results.entries()) batch[index]?.resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#running = undefined
  }
}
