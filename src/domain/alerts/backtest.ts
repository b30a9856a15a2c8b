/** What a rule on flow would have told, had it been there. */
import type { FlowRow } from '../flow/flow-row.ts'
import { cooldownCutoffMs } from '../notifications/cooldown.ts'

export interface Firings {
  /** Rows that would have been told, in the order of time. */
  readonly fired: readonly FlowRow[]
  /** Matches that the cooldown would have kept back. */
  readonly suppressed: number
}

/** `matches` in the order of time; the cooldown counts per symbol, from a match that is told. */
export function firingsOf(matches: readonly FlowRow[], cooldownMinutes: number): Firings {
  const lastMs = new Map<string, number>()
  const fired: FlowRow[] = []
  for (const row of matches) {
    const last = lastMs.get(row.symbol)
    if (last !== undefined && last > cooldownCutoffMs(cooldownMinutes, row.executedAtMs)) continue
    lastMs.set(row.symbol, row.executedAtMs)
    fired.push(row)
  }
  return { fired, suppressed: matches.length - fired.length }
}

/** Middle of the values that are known; null without any. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b)
  const upper = known[known.length >> 1]
  const lower = known[(known.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
