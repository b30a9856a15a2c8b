/** Which notifications a flow rule would have created in the past. */
import type { FlowRow } from '../../flow/domain/flow-row.ts'
import { cooldownCutoffMs } from '../../notifications/domain/cooldown.ts'

export interface Firings {
  /** Rows that would have created a notification, in time order. */
  readonly fired: readonly FlowRow[]
  /** Matches within the cooldown period. */
  readonly suppressed: number
}

/** `matches` are in time order. The cooldown counts per symbol, from the last notification. */
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

/** Median of the known values; null if there is none. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b)
  const upper = known[known.length >> 1]
  const lower = known[(known.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
