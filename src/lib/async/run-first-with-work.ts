/**
 * Runs the tasks in order until one processes at least one row, and returns whether one did. Each task returns its
 * number of rows. Earlier tasks have priority: the caller calls again while this returns true.
 */
export async function runFirstWithWork(
  tasks: readonly (() => Promise<number>)[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const task of tasks) {
    if (signal.aborted) return false
    if ((await task()) > 0) return true
  }
  return false
}
