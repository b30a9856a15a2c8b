import { nextPossibleMs } from '../../notifications/domain/cooldown.ts'
import type { Raised, Trigger } from '../../notifications/operations/raise/trigger.ts'
import type { SuppressedMatches } from '../../notifications/store/cooldowns.ts'
import type { AlertRule } from '../domain/alert-rule.ts'

/**
 * Remembers which rules are inside a cooldown, so that a match which cannot notify writes no row. The stored cooldown
 * decides where nothing is remembered: after a start, and for a rule that was read again, because a change may have reset
 * its cooldown.
 */
export class CoolingRules {
  /** The instants at which cooldowns end, by rule and symbol. */
  readonly #ends = new Map<string, Map<string, number>>()
  readonly #suppressed = new Map<string, SuppressedMatches>()

  /** Counts a match inside a cooldown; false for any other match. */
  countIfCooling(rule: Pick<AlertRule, 'id'>, symbol: string, nowMs: number): boolean {
    const endMs = this.#ends.get(rule.id)?.get(symbol)
    if (endMs === undefined || nowMs >= endMs) return false
    const key = `${rule.id} ${symbol}`
    const count = (this.#suppressed.get(key)?.count ?? 0) + 1
    this.#suppressed.set(key, { alertId: rule.id, symbol, count })
    return true
  }

  /** Counted since the last `forgetCounts`, in the order in which their rows are locked. */
  counts(): SuppressedMatches[] {
    return [...this.#suppressed.keys()].sort().flatMap((key) => this.#suppressed.get(key) ?? [])
  }

  /** Forgets the cooldowns of rules that are not the same objects as before. */
  forgetChanged(before: readonly AlertRule[], rules: readonly AlertRule[]): void {
    const known = new Set(before)
    const unchanged = new Set(rules.filter((rule) => known.has(rule)).map(({ id }) => id))
    for (const id of this.#ends.keys()) if (!unchanged.has(id)) this.#ends.delete(id)
  }

  forgetCounts(): void {
    this.#suppressed.clear()
  }

  /** Remembers the cooldowns that the results of triggers show. `nowMs` is at or before the instant of raising. */
  learn(triggers: readonly Trigger[], results: readonly Raised[], nowMs: number): void {
    for (const [index, { rule, content }] of triggers.entries()) {
      const result = results[index]
      if (!rule || rule.cooldownMinutes === 0 || !result) continue
      const firedMs = firedMsOf(result, nowMs)
      if (firedMs === undefined) continue
      const ends = this.#ends.get(rule.id) ?? new Map<string, number>()
      this.#ends.set(rule.id, ends.set(content.symbol ?? '', nextPossibleMs(rule.cooldownMinutes, firedMs)))
    }
  }
}

function firedMsOf(result: Raised, nowMs: number): number | undefined {
  if (result.raised) return nowMs
  return result.because === 'cooldown' ? result.firedMs : undefined
}
