/** Runs `work` once in `ms` unless it is cancelled. It keeps no process alive. */
export function later(work: () => void, ms: number): Disposable {
  const timer = setTimeout(work, ms).unref()
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
