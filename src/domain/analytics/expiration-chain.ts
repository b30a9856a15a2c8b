/** A part of a chain, for figures of a few expirations: to value all of a chain costs many times as much. */
import { indexAt } from '../../lib/columns.ts'
import type { Expiration, OptionChain } from '../market/chain.ts'

const parts = new WeakMap<OptionChain, Map<string, OptionChain>>()

/** The same object for the same chain and expirations, so that what was derived from it is remembered. */
export function chainOfExpirations(chain: OptionChain, isWanted: (expiration: Expiration) => boolean): OptionChain {
  const wanted = chain.expirations.map(isWanted)
  const ofChain = parts.get(chain) ?? new Map<string, OptionChain>()
  parts.set(chain, ofChain)
  const key = wanted.map(Number).join('')
  const known = ofChain.get(key)
  if (known) return known
  const made = partOf(chain, wanted)
  ofChain.set(key, made)
  return made
}

function partOf(chain: OptionChain, wanted: readonly boolean[]): OptionChain {
  const { contracts } = chain
  let kept = 0
  const places = Uint16Array.from(wanted, (isWanted) => (isWanted ? kept++ : 0))
  const isKept = (_value: number, row: number) => wanted[indexAt(contracts.expirationIndex, row)] === true
  const expirationIndex = contracts.expirationIndex.filter(isKept).map((old) => indexAt(places, old))
  return {
    ...chain,
    expirations: chain.expirations.filter((_, index) => wanted[index]),
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
