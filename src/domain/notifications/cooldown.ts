/** Shortest time between two notifications of one rule and symbol. It starts when a match is accepted. */

export const DEFAULT_COOLDOWN_MINUTES = 30
export const RECOMMENDED_COOLDOWN_MINUTES = 30
export const LONGEST_COOLDOWN_MINUTES = 7 * 24 * 60

const MINUTE_MS = 60_000

/** A match is accepted when the last one was accepted at or before this instant. None at all accepts whatever the clock. */
export function cooldownCutoffMs(cooldownMinutes: number, nowMs: number): number {
  if (cooldownMinutes === 0) return Number.MAX_SAFE_INTEGER
  return nowMs - cooldownMinutes * MINUTE_MS
}

export function nextPossibleMs(cooldownMinutes: number, firedAtMs: number): number {
  return firedAtMs + cooldownMinutes * MINUTE_MS
}

/**
 * `triggered_at` of the next match of a rule and symbol: now, or a millisecond after the last one, so that two ideas of
 * one millisecond have two fingerprints at their receiver.
 */
export function nextTriggeredAtMs(nowMs: number, lastMs: number | null): number {
  const now = Math.round(nowMs)
  return lastMs === null ? now : Math.max(now, lastMs + 1)
}
