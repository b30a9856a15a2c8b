/** Gamma exposure and open interest gathered by strike or by expiration over the selected contracts. */
import { at, indexAt } from '../../lib/columns.ts'
import type { ContractColumns } from '../market/chain.ts'
import { PER_ONE_PERCENT, type Sensitivities, sharesOf } from './exposures.ts'

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
  /** All strikes that the selected contracts are listed at, ascending. */
  readonly strikes: Float64Array
}

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
    // A call and its put stand beside each other.
    if (selected[row] !== 1 || at(strike, row) === last) continue
    last = at(strike, row)
    listed.add(last)
  }
  return Float64Array.from(listed).sort()
}

/** The place of each row's strike among ascending strikes: rows ascend within an expiration, so the walk seldom turns. */
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
  const { count, isCall, openInterest } = of.chain.contracts
  const column = () => new Float64Array(groups)
  const calls = { gex: column(), openInterest: column(), shares: column() }
  const puts = { gex: column(), openInterest: column(), shares: column() }
  const scale = of.spot * of.spot * PER_ONE_PERCENT
  for (let row = 0; row < count; row++) {
    const shares = sharesOf(of.chain.contracts, row)
    if (selected[row] !== 1 || Number.isNaN(shares)) continue
    const group = indexAt(groupOf, row)
    const side = isCall[row] === 1 ? calls : puts
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
