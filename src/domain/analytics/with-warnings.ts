/** What an analytic answers, and the sentences about it that belong into `warnings` of the envelope. */
export interface WithWarnings<T> {
  readonly answer: T
  readonly warnings: readonly string[]
}
