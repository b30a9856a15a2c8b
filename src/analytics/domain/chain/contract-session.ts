import { indexAt } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import type { ContractSession } from '../../contract/contract-history.ts'
import type { SessionVolatilities } from '../smile/held-volatilities.ts'
import { type ValuedChain, valuedWithin } from '../valuation/chain-valuation.ts'
import { optionRow } from './option-chain-rows.ts'

/** The contract of a row of a chain, without valuing the others. `held` are volatilities of earlier in its session. */
export function contractOfChain(chain: OptionChain, row: number, held: SessionVolatilities | null): ContractSession {
  return contractSession(valuedWithin(chain, indexAt(chain.contracts.expirationIndex, row), held), row)
}

/** The contract of a row of a valued chain. Units and signs are those of `OptionRow`. */
export function contractSession(valued: ValuedChain, row: number): ContractSession {
  const { bid, ask, mid, last, volume, open_interest, implied_volatility, delta, gamma, theta, vega } = optionRow(
    valued,
    row,
  )
  return {
    date: valued.chain.sessionDate,
    is_known: true,
    underlying_price: orNull(valued.spot),
    ...{ bid, ask, mid, last, volume, open_interest, implied_volatility, delta, gamma, theta, vega },
  }
}

/** A session of which nothing is known of the contract: a gap, not zeros. */
export function unknownSession(date: string): ContractSession {
  return {
    date,
    is_known: false,
    underlying_price: null,
    bid: null,
    ask: null,
    mid: null,
    last: null,
    volume: null,
    open_interest: null,
    implied_volatility: null,
    delta: null,
    gamma: null,
    theta: null,
    vega: null,
  }
}
