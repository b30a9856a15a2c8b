import type { ValuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'

/** Rows of a strike; −1 where it is not listed. */
export interface Pair {
  readonly strike: number
  readonly call: number
  readonly put: number
}

export function pairsOf({ pairs }: ValuedChain, expiration: number): Pair[] {
  const rows: Pair[] = []
  for (let pair = pairs.firstOf[expiration]!; pair < pairs.firstOf[expiration + 1]!; pair++) {
    rows.push({ strike: pairs.strike[pair]!, call: pairs.callRow[pair]!, put: pairs.putRow[pair]! })
  }
  return rows
}
