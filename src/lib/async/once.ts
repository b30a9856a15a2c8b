/** Runs the work at the first call and returns its result at every call. */
export function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}
