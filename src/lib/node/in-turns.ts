import type { Steps } from '../steps.ts'
import { nextTurn } from './next-turn.ts'

/** One piece per turn of the event loop, so that other requests proceed in between. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await nextTurn()
  }
}
