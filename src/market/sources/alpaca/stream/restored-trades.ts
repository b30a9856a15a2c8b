import { at } from '../../../../lib/math/columns.ts'
import type { TapePrints } from '../../../domain/options/option-tape.ts'
import type { OptionTrade } from '../rest/schema.ts'

/**
 * Trades that an earlier process kept and that may be sent again. A report that came late was kept at a later time than
 * its own, so that times cannot be compared: a trade is known by everything else, and counts as often as it was kept.
 */
export class RestoredTrades {
  readonly #often = new Map<string, number>()
  #lastMs = Number.NEGATIVE_INFINITY

  /** The next one that was kept. Those from an instant on may be sent again; all of them where it is NaN. */
  add(
    { executedAtMs, optionSymbols, exchange, price, size, condition }: TapePrints,
    row: number,
    fromMs: number,
  ): void {
    this.#lastMs = at(executedAtMs, row)
    if (this.#lastMs < fromMs) return
    const key = keyOf(optionSymbols.at(row), exchange.at(row), at(price, row), at(size, row), condition.at(row))
    this.#often.set(key, (this.#often.get(key) ?? 0) + 1)
  }

  /** Takes a trade for one of those that were kept, as often as there are such. */
  isRepeat({ ms, optionSymbol, trade }: ReportedTrade): boolean {
    if (ms > this.#lastMs) return false
    const key = keyOf(optionSymbol, trade.x, trade.p, trade.s, trade.c)
    const often = this.#often.get(key) ?? 0
    if (often > 0) this.#often.set(key, often - 1)
    return often > 0
  }
}

interface ReportedTrade {
  readonly ms: number
  readonly optionSymbol: string
  readonly trade: OptionTrade
}

function keyOf(...parts: readonly (string | number | undefined)[]): string {
  return parts.join(' ')
}
