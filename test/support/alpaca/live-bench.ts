import { storedPast } from '../../../src/app/live/stored-past.ts'
import { openStore, type Store } from '../../../src/app/store/open-store.ts'
import { type TestClock, testClock } from '../clock.ts'

export interface LiveBench extends AsyncDisposable {
  readonly clock: TestClock
  readonly store: Store
  readonly past: ReturnType<typeof storedPast>
  readonly newId: () => string
}

/** A store in memory and a clock by hand for a live source. */
export async function liveBench(start: string): Promise<LiveBench> {
  const clock = testClock(start)
  const store = await openStore({ path: ':memory:', now: clock.now })
  let id = 0
  return {
    clock,
    store,
    past: storedPast(store),
    newId: () => `id-${id++}`,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
