const FIRST_CAPACITY = 1024

/**
 * Numbers that are only added at the end. A view of the first of them costs nothing and stays right when more are added,
 * also after the column has moved to a larger place.
 */
export class NumberColumn {
  #values = new Float64Array(FIRST_CAPACITY)
  #count = 0

  get count(): number {
    return this.#count
  }

  /** NaN outside the column. */
  at(index: number): number {
    return index < this.#count ? (this.#values[index] ?? Number.NaN) : Number.NaN
  }

  push(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(2 * this.#count)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count++] = value
  }

  view(count: number): Float64Array {
    return this.#values.subarray(0, Math.min(count, this.#count))
  }
}
