/** The longest that a timer is set for; who waits longer looks again anyway. */
const MOST_MS = 60_000

/** Rings once at an instant. Setting it anew forgets the one before. */
export interface AlarmClock {
  /** Null, the present and the past ring never: what is due already waits for something else. */
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
      if (waitMs > 0 && waitMs <= MOST_MS) timer = setTimeout(ring, waitMs)
    },
    clear,
  }
}
