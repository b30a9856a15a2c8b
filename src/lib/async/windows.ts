import { type Admission, SlidingWindow, type WindowLimits } from './sliding-window.ts'

/**
 * A limit of events for each key in any window of time. The answer is a promise only where it comes from another process:
 * a promise for each request is a tenth of the cost of a small response.
 */
export interface Window {
  /** Counts so many events, or none where there is no room for all. */
  take(key: string, events?: number): Admission | Promise<Admission>
  /** The state without counting. */
  peek(key: string): Admission | Promise<Admission>
}

/** The windows of a service. */
export interface Windows {
  /** The window of a name, which all processes of the service share. */
  of(name: string, limits: WindowLimits): Window
  /** How many processes the service has now, at least 1: each has its share where the windows cannot be shared. */
  shareWith(processes: number): void
}

/** The windows of a service of one process. */
export function memoryWindows(monotonicMs: () => number): Windows {
  return {
    of(_name, limits) {
      const window = new SlidingWindow(limits)
      return {
        take: (key, events) => window.take(key, monotonicMs(), events),
        peek: (key) => window.peek(key, monotonicMs()),
      }
    },
    shareWith: () => undefined,
  }
}

/** Uses an answer now if it is there, else when it arrives. */
export function whenKnown<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value)
}
