/** A clock that stands still until it is moved. */
export interface TestClock {
  readonly now: () => Date
  advance(ms: number): void
  set(instant: string): void
}

export function testClock(start = '2026-11-20T15:00:00.000Z'): TestClock {
  let atMs = Date.parse(start)
  return {
    now: () => new Date(atMs),
    advance(ms) {
      atMs += ms
    },
    set(instant) {
      atMs = Date.parse(instant)
    },
  }
}
