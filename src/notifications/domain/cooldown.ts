import { MINUTE_MS } from '../../lib/time/duration.ts'

/** Shortest time between two notifications of one rule and symbol. It starts when a match is accepted. */

export const DEFAULT_COOLDOWN_MINUTES = 30
export const RECOMMENDED_COOLDOWN_MINUTES = 30
export const LONGEST_COOLDOWN_MINUTES = 7 * 24 * 60

/** A match is accepted when the last one was accepted at or before this instant. None at all accepts whatever the clock. */
export function cooldownCutoffMs(cooldownMinutes: number, nowMs: number): number {
  if (cooldownMinutes === 0) return Number.MAX_SAFE_INTEGER
  return nowMs - cooldownMinutes * MINUTE_MS
}

export function nextPossibleMs(cooldownMinutes: number, firedAtMs: number): number {
  return firedAtMs + cooldownMinutes * MINUTE_MS
}
