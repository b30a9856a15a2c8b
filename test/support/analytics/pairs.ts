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

/** The quoted pairs within one standard deviation, the nearest to the forward first. */
export function quotedAtMoney(valued: ValuedChain, expiration: number): Pair[] {
  const { forward, atmIv, yearsToExpiry } = valued.expirations[expiration]!
  const distance = ({ strike }: Pair) => Math.abs(Math.log(strike / forward))
  return pairsOf(valued, expiration)
    .filter((pair) => distance(pair) < atmIv * Math.sqrt(yearsToExpiry))
    .filter(({ call, put }) => valued.mid[call]! > 0 && valued.mid[put]! > 0)
    .sort((a, b) => distance(a) - distance(b))
}
