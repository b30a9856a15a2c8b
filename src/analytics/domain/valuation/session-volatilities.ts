import { at, indexAt } from '../../../lib/math/columns.ts'
import { heldOf, type SessionVolatilities } from '../smile/held-volatilities.ts'
import type { ValuedChain } from './chain-valuation.ts'

/**
 * The volatilities of a valuation and, where its quotes gave none, those of before. Null when nothing settles in the
 * session. Bounded by the strikes of one or two expirations.
 */
export function sessionVolatilities(
  valued: ValuedChain,
  before: SessionVolatilities | null,
): SessionVolatilities | null {
  const { chain, expirations } = valued
  const held = expirations.flatMap(({ expirationDate, settlement, dte, expired }, index) => {
    if (dte !== 0 || expired) return []
    const volatilities = new Map([...(heldOf(before, chain, index) ?? []), ...quotedVolatilities(valued, index)])
    return volatilities.size > 0 ? [{ expirationDate, settlement, volatilities }] : []
  })
  const { sessionDate, asOfMs } = chain
  return held.length > 0 ? { sessionDate, asOfMs, expirations: held } : null
}

function* quotedVolatilities(valued: ValuedChain, expiration: number): Generator<readonly [number, number]> {
  const { strike, firstOf, callRow, putRow } = valued.pairs
  for (let pair = indexAt(firstOf, expiration); pair < indexAt(firstOf, expiration + 1); pair++) {
    const row = Math.max(indexAt(callRow, pair), indexAt(putRow, pair))
    const volatility = at(valued.volatility, row)
    if (volatility > 0 && valued.extrapolated[row] !== 1) yield [at(strike, pair), volatility]
  }
}
