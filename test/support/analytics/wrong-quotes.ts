import { quotedAtMoney } from '../../../src/analytics/domain/smile/quotes-at-money.ts'
import type { ValuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'

/**
 * The chain with wrong quotes at the money of some expirations: the first factor multiplies bid and ask of the call of the
 * nearest strike, the second those of its put, the third those of the call of the next strike, and so on.
 */
export function withWrongQuotes(
  valued: ValuedChain,
  expirations: readonly number[],
  factors: readonly number[],
): ValuedChain['chain'] {
  const { chain, pairs } = valued
  const [bid, ask] = [chain.contracts.bid.slice(), chain.contracts.ask.slice()]
  for (const expiration of expirations) {
    const rows = quotedAtMoney(valued, expiration).flatMap((pair) => [pairs.callRow[pair]!, pairs.putRow[pair]!])
    for (const [place, factor] of factors.entries()) {
      const row = rows[place]
      if (row === undefined) continue
      bid[row] = factor * bid[row]!
      ask[row] = factor * ask[row]!
    }
  }
  return { ...chain, contracts: { ...chain.contracts, bid, ask } }
}
