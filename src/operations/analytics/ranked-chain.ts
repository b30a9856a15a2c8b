import type { OptionChain } from '../../domain/market/chain.ts'
import type { MarketView, PastIv } from '../../ports/market-source.ts'

interface RankedChain {
  readonly chain: OptionChain
  /** IV30 of the sessions before the chain's, in date order; NaN where it is unknown. */
  readonly iv30Before: readonly number[]
}

const ranked = new WeakMap<OptionChain, WeakMap<readonly PastIv[], RankedChain>>()

/**
 * A chain with the year that its IV30 is ranked in; the same object for as long as both are the same. Importing an older
 * session changes the year and not the chain.
 */
export async function rankedChain(view: MarketView, symbol: string): Promise<RankedChain> {
  const chain = await view.chain(symbol)
  const history = await view.ivHistory(symbol)
  const ofChain = ranked.get(chain) ?? new WeakMap<readonly PastIv[], RankedChain>()
  ranked.set(chain, ofChain)
  const known = ofChain.get(history)
  if (known) return known
  const made = { chain, iv30Before: history.map(({ iv30 }) => iv30) }
  ofChain.set(history, made)
  return made
}
