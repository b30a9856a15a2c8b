/** An answer with the sentences for `warnings` of the envelope. */
export interface WithWarnings<T> {
  readonly answer: T
  readonly warnings: readonly string[]
}
