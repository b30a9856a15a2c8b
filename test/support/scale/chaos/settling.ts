import { setTimeout as sleep } from 'node:timers/promises'
import { faultsFound } from './faults-found.ts'
import type { History } from './history.ts'
import { readStored } from './stored.ts'
import type { ChaosWorld } from './world.ts'

/** Within this after the last fault every idea has ended, and every other work that is due. */
const SETTLED_MS = 60_000
const LOOK_EVERY_MS = 1_000

/** The faults that are still there once all has settled, or a minute after the last fault. */
export async function settledFaults(world: ChaosWorld, history: History): Promise<string[]> {
  const lastMs = Math.max(...history.befallen.map(({ toMs }) => toMs))
  for (;;) {
    const faults = faultsFound(world, history, await readStored(world.database))
    if (faults.length === 0 || performance.now() > lastMs + SETTLED_MS) return faults
    await sleep(LOOK_EVERY_MS)
  }
}
