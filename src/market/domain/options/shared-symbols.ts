/**
 * Lets the chains of a symbol share the texts of their contracts. Chains that come from another thread bring a copy of
 * each text, 40 bytes; the chains of two sessions have most of their contracts in common.
 */
import type { OptionChain } from './chain.ts'

export class SharedSymbols {
  /** Of the last chain, by symbol, as long as somebody has it. */
  readonly #latest = new Map<string, WeakRef<readonly string[]>>()

  /** The same chain with texts of the chain of its symbol before it, as far as they are equal. */
  shared(chain: OptionChain): OptionChain {
    const optionSymbols = this.#sharedTexts(chain)
    this.#latest.set(chain.symbol, new WeakRef(optionSymbols))
    return { ...chain, contracts: { ...chain.contracts, optionSymbols } }
  }

  #sharedTexts({ symbol, contracts: { optionSymbols } }: OptionChain): readonly string[] {
    const latest = this.#latest.get(symbol)?.deref()
    if (!latest) return optionSymbols
    const isSame = latest.length === optionSymbols.length && latest.every((text, row) => text === optionSymbols[row])
    if (isSame) return latest
    const known = new Map(latest.map((text) => [text, text]))
    return optionSymbols.map((text) => known.get(text) ?? text)
  }
}
