/** Yields to the event loop, so that other requests proceed during long computations. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
