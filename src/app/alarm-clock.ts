/** Longest timer. Later instants need none, because workers poll more often than this. */
const MAX_WAIT_MS = 60_000

/** Calls back once at an instant. Setting it again replaces the previous instant. */
export interface AlarmClock {
  /** Null, the present and the past set no timer: work that is already due waits for something else. */
  set(atMs: number | null, nowMs: number): void
  clear(): void
}

export function alarmClock(ring: () => void): AlarmClock {
  let timer: NodeJS.Timeout | undefined
  const clear = () => clearTimeout(timer)
  return {
    set(atMs, nowMs) {
      clear()
      const waitMs = atMs === null ? 0 : atMs - nowMs
      if (waitMs > 0 && waitMs <= MAX_WAIT_MS) timer = setTimeout(ring, waitMs)
    },
    clear,
  }
}
