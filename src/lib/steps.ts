/** Long work in small pieces: at each `yield` other work may run. */
export type Steps<Result> = Generator<undefined, Result>

/** The result of all of them at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
