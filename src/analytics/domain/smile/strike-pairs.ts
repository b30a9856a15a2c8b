/**
 * The call and the put of each strike, per expiration, as row numbers of the chain. Forwards and strike volatilities
 * iterate over it.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'

export interface StrikePairs {
  readonly count: number
  readonly strike: Float64Array
  /** Row of the chain, −1 if that side is not listed. If several contracts have equal terms, the first. */
  readonly callRow: Int32Array
  readonly putRow: Int32Array
  /** Row of the chain to its pair. */
  readonly pairOfRow: Uint32Array
  /** Pairs of expiration e run from `firstOf[e]` up to, not including, `firstOf[e + 1]`. */
  readonly firstOf: Uint32Array
}

const NONE = -1

/** One pass over the rows, which are sorted by expiration and strike. */
export function strikePairs({ contracts, expirations }: OptionChain): StrikePairs {
  const { count, expirationIndex, strike: strikes, isCall } = contracts
  const strike = new Float64Array(count)
  const callRow = new Int32Array(count).fill(NONE)
  const putRow = new Int32Array(count).fill(NONE)
  const pairOfRow = new Uint32Array(count)
  const firstOf = new Uint32Array(expirations.length + 1)
  let pairs = 0
  let expiration = -1
  for (let row = 0; row < count; row++) {
    const own = indexAt(expirationIndex, row)
    const rowStrike = at(strikes, row)
    if (own !== expiration || rowStrike !== strike[pairs - 1]) {
      for (; expiration < own; expiration++) firstOf[expiration + 1] = pairs
      strike[pairs++] = rowStrike
    }
    const side = isCall[row] === 1 ? callRow : putRow
    if (side[pairs - 1] === NONE) side[pairs - 1] = row
    pairOfRow[row] = pairs - 1
  }
  for (; expiration < expirations.length; expiration++) firstOf[expiration + 1] = pairs
  return {
    count: pairs,
    strike: strike.subarray(0, pairs),
    callRow: callRow.subarray(0, pairs),
    putRow: putRow.subarray(0, pairs),
    pairOfRow,
    firstOf,
  }
}
