/** Does the work when its result is first asked for, and gives the same result from then on. */
export function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}
