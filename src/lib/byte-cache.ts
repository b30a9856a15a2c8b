/**
 * Remembers values up to a total of bytes that the caller states for each; past it, the one unused for longest goes.
 * A value larger than the whole is not kept.
 */
export class ByteCache<Value> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, { value: Value; bytes: number }>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    // The map keeps the order of use.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value, bytes: number): void {
    this.#drop(key)
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    this.#shrink()
  }

  /** Adds to the size of a value that grew, unless another has taken its place since. */
  grow(key: string, value: Value, bytes: number): void {
    const entry = this.#entries.get(key)
    if (entry?.value !== value) return
    entry.bytes += bytes
    this.#bytes += bytes
    this.#shrink()
  }

  /** Forgets a value, unless another has taken its place since. */
  delete(key: string, value: Value): void {
    if (this.#entries.get(key)?.value === value) this.#drop(key)
  }

  #shrink(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(key)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
