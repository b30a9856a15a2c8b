/** Gamma exposure and open interest of the selected contracts by strike or by expiration. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { ContractColumns } from '../../../market/domain/options/chain.ts'
import { PER_ONE_PERCENT, referencePrices, type Sensitivities, sharesOf } from './exposures.ts'

/** One entry per group; GEX in USD per 1 % move (puts negative), open interest in contracts, shares = contracts × m. */
export interface GroupedExposures {
  readonly callGex: Float64Array
  readonly putGex: Float64Array
  readonly callOpenInterest: Float64Array
  readonly putOpenInterest: Float64Array
  readonly callShares: Float64Array
  readonly putShares: Float64Array
}

export interface StrikeExposures extends GroupedExposures {
  /** All strikes of the selected contracts, ascending. */
  readonly strikes: Float64Array
}

/** One entry per listed strike of the selected contracts, over all their expirations. */
export function exposuresByStrike(of: Sensitivities, selected: Uint8Array): StrikeExposures {
  const strikes = listedStrikes(of.chain.contracts, selected)
  return { strikes, ...groupedExposures(of, selected, strikes.length, placesIn(strikes, of.chain.contracts)) }
}

/** One entry per expiration of the chain, zero for those that are not selected. */
export function exposuresByExpiration(of: Sensitivities, selected: Uint8Array, expirations: number): GroupedExposures {
  return groupedExposures(of, selected, expirations, of.chain.contracts.expirationIndex)
}

/** Ascending, each once. */
function listedStrikes({ count, strike }: ContractColumns, selected: Uint8Array): Float64Array {
  const listed = new Set<number>()
  let last = Number.NaN
  for (let row = 0; row < count; row++) {
    // A call and the put of its strike are adjacent.
    if (selected[row] !== 1 || at(strike, row) === last) continue
    last = at(strike, row)
    listed.add(last)
  }
  return Float64Array.from(listed).sort()
}

/** Index of each row's strike in `strikes`; a forward scan, because the rows of an expiration are sorted by strike. */
function placesIn(strikes: Float64Array, { count, strike }: ContractColumns): Uint32Array {
  const places = new Uint32Array(count)
  let place = 0
  for (let row = 0; row < count; row++) {
    const own = at(strike, row)
    if (at(strikes, place) > own) place = 0
    while (place < strikes.length - 1 && at(strikes, place) < own) place++
    places[row] = place
  }
  return places
}

function groupedExposures(
  of: Sensitivities,
  selected: Uint8Array,
  groups: number,
  groupOf: Uint32Array | Uint16Array,
): GroupedExposures {
  const { count, isCall, openInterest, expirationIndex } = of.chain.contracts
  const column = () => new Float64Array(groups)
  const calls = { gex: column(), openInterest: column(), shares: column() }
  const puts = { gex: column(), openInterest: column(), shares: column() }
  const prices = referencePrices(of)
  for (let row = 0; row < count; row++) {
    const shares = sharesOf(of.chain.contracts, row)
    if (selected[row] !== 1 || Number.isNaN(shares)) continue
    const group = indexAt(groupOf, row)
    const side = isCall[row] === 1 ? calls : puts
    const price = at(prices, indexAt(expirationIndex, row))
    const scale = price * price * PER_ONE_PERCENT
    const gex = (isCall[row] === 1 ? scale : -scale) * at(of.gamma, row) * shares
    if (!Number.isNaN(gex)) side.gex[group] = at(side.gex, group) + gex
    side.openInterest[group] = at(side.openInterest, group) + at(openInterest, row)
    side.shares[group] = at(side.shares, group) + shares
  }
  return {
    callGex: calls.gex,
    putGex: puts.gex,
    callOpenInterest: calls.openInterest,
    putOpenInterest: puts.openInterest,
    callShares: calls.shares,
    putShares: puts.shares,
  }
}
