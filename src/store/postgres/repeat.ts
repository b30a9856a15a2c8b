import { setTimeout as sleep } from 'node:timers/promises'
import { isRepeatable } from './errors.ts'

const MAX_RUNS = 8

type Repeating = <T>(run: () => Promise<T>) => Promise<T>

/**
 * Runs a transaction again that PostgreSQL ended for the sake of another one. A broken connection is no reason: its
 * commit may have happened. Those that are run again take turns, so that they do not end each other.
 */
export function repeating(): Repeating {
  let last: Promise<unknown> = Promise.resolve()
  return async (run) => {
    try {
      return await run()
    } catch (error) {
      if (!isRepeatable(error)) throw error
    }
    const turn = last.then(() => runAgain(run))
    last = turn.catch(() => undefined)
    return turn
  }
}

async function runAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 2; ; runs++) {
    try {
      return await run()
    } catch (error) {
      if (runs === MAX_RUNS || !isRepeatable(error)) throw error
      await sleep(2 ** runs)
    }
  }
}
