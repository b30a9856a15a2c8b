import { storedPast } from '../../../src/app/live/stored-past.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { type TestClock, testClock } from '../clock.ts'
import { migratedStore } from '../migrated-store.ts'

export interface LiveBench extends AsyncDisposable {
  readonly clock: TestClock
  readonly store: Store
  readonly past: ReturnType<typeof storedPast>
  readonly newId: () => string
}

/** A store in memory and a clock by hand for a live source. */
export async function liveBench(start: string): Promise<LiveBench> {
  const clock = testClock(start)
  const store = await migratedStore({ now: clock.now })
  let id = 0
  return {
    clock,
    store,
    past: storedPast(store),
    newId: () => `id-${id++}`,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
