/** One expiration of a chain: valuing it costs a small part of valuing the whole chain. */
import { indexAt } from '../../../lib/math/columns.ts'
import type { Expiration, OptionChain } from '../../../market/domain/options/chain.ts'

/** The contracts of one expiration as a chain of their own. `wanted` is one of `chain.expirations`. */
export function chainOfExpiration(chain: OptionChain, wanted: Expiration): OptionChain {
  const { contracts } = chain
  const place = chain.expirations.indexOf(wanted)
  const isKept = (_value: number, row: number) => indexAt(contracts.expirationIndex, row) === place
  const expirationIndex = contracts.expirationIndex.filter(isKept).fill(0)
  return {
    ...chain,
    expirations: [wanted],
    contracts: {
      count: expirationIndex.length,
      optionSymbols: contracts.optionSymbols.filter((_, row) => isKept(0, row)),
      expirationIndex,
      isCall: contracts.isCall.filter(isKept),
      strike: contracts.strike.filter(isKept),
      bid: contracts.bid.filter(isKept),
      ask: contracts.ask.filter(isKept),
      last: contracts.last.filter(isKept),
      bidSize: contracts.bidSize.filter(isKept),
      askSize: contracts.askSize.filter(isKept),
      volume: contracts.volume.filter(isKept),
      openInterest: contracts.openInterest.filter(isKept),
      vendorIv: contracts.vendorIv.filter(isKept),
      multiplier: contracts.multiplier.filter(isKept),
    },
  }
}
