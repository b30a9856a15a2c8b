import type { Steps } from '../../src/lib/steps.ts'

/** The result of all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
