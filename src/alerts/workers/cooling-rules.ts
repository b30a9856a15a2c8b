import { nextPossibleMs } from '../../notifications/domain/cooldown.ts'
import type { Raised, Trigger } from '../../notifications/operations/raise/trigger.ts'
import type { AlertRule } from '../domain/alert-rule.ts'

interface Suppressed {
  readonly alertId: string
  readonly symbol: string
  readonly count: number
}

/**
 * Which rules are inside a cooldown, as far as this process knows, so that a match which cannot notify costs no row. The
 * stored cooldown decides wherever nothing is known: of a rule that was read again, because its cooldown may have been
 * reset, and after a start.
 */
export class CoolingRules {
  /** The instants at which cooldowns end, by rule and symbol. */
  readonly #ends = new Map<string, Map<string, number>>()
  readonly #suppressed = new Map<string, Suppressed>()

  /** Counts the match if it is suppressed. */
  suppresses(rule: Pick<AlertRule, 'id'>, symbol: string, nowMs: number): boolean {
    const endMs = this.#ends.get(rule.id)?.get(symbol)
    if (endMs === undefined || nowMs >= endMs) return false
    const key = `${rule.id} ${symbol}`
    const count = (this.#suppressed.get(key)?.count ?? 0) + 1
    this.#suppressed.set(key, { alertId: rule.id, symbol, count })
    return true
  }

  /** Counted since the last `forgetCounts`, in the order in which their rows are locked. */
  counts(): Suppressed[] {
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

  /** Takes in what became of triggers; `nowMs` is not after the instant at which they were raised. */
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
