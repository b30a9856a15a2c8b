/** Owns started parts and closes them in reverse order; a failure does not prevent closing the rest. */
export class Lifecycle implements AsyncDisposable {
  #owned: { name: string; close: () => unknown }[] = []

  own<T>(name: string, part: T, close: (part: T) => unknown): T {
    this.#owned.push({ name, close: () => close(part) })
    return part
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const failures: Error[] = []
    for (const { name, close } of this.#owned.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        failures.push(new Error(`closing ${name} failed`, { cause: error }))
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed')
  }
}
