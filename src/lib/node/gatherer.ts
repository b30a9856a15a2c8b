export interface GathererOptions<Item, Result> {
  /** Most items of one flush. */
  readonly most: number
  /** Does the work of all items at once; gives a result for each, in their order. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>
}

/**
 * Gathers what comes while a flush is under way, and within one turn of the event loop, into the next flush: many
 * small writes become one commit, and a single one hardly waits. A failed flush fails each of its items.
 */
export class Gatherer<Item, Result> {
  readonly #options: GathererOptions<Item, Result>
  #waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  #running: Promise<void> | undefined

  constructor(options: GathererOptions<Item, Result>) {
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
      const batch = this.#waiting.splice(0, this.#options.most)
      try {
        const results = await this.#options.flush(batch.map(({ item }) => item))
        if (results.length !== batch.length) throw new Error('a flush must give a result for each item')
        for (const [index, result] of results.entries()) batch[index]?.resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#running = undefined
  }
}
