/** Gamma exposure and open interest gathered by strike or by expiration over the selected contracts. */
import { at, indexAt } from '../../lib/columns.ts'
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
  const { count, strike } = of.chain.contracts
  const listed = new Set<number>()
  for (let row = 0; row < count; row++) if (selected[row] === 1) listed.add(at(strike, row))
  const strikes = Float64Array.from(listed).sort()
  const place = new Map<number, number>()
  for (let index = 0; index < strikes.length; index++) place.set(at(strikes, index), index)
  const groups = groupedExposures(of, selected, strikes.length, (row) => place.get(at(strike, row)) ?? -1)
  return { strikes, ...groups }
}

/** One entry per expiration of the chain, zero for those that are not selected. */
export function exposuresByExpiration(of: Sensitivities, selected: Uint8Array, expirations: number): GroupedExposures {
  const { expirationIndex } = of.chain.contracts
  return groupedExposures(of, selected, expirations, (row) => indexAt(expirationIndex, row))
}

function groupedExposures(
  of: Sensitivities,
  selected: Uint8Array,
  groups: number,
  groupOf: (row: number) => number,
): GroupedExposures {
  const { count, isCall, openInterest } = of.chain.contracts
  const column = () => new Float64Array(groups)
  const calls = { gex: column(), openInterest: column(), shares: column() }
  const puts = { gex: column(), openInterest: column(), shares: column() }
  const scale = of.spot * of.spot * PER_ONE_PERCENT
  for (let row = 0; row < count; row++) {
    const shares = sharesOf(of.chain.contracts, row)
    if (selected[row] !== 1 || Number.isNaN(shares)) continue
    const group = groupOf(row)
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
