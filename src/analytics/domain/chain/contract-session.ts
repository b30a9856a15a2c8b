import { orNull } from '../../../lib/math/numbers.ts'
import type { ContractSession } from '../../contract/contract-history.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { optionRow } from './option-chain-rows.ts'

/** A contract in a valued chain that lists it. Units and signs are those of `OptionRow`. */
export function contractSession(valued: ValuedChain, optionSymbol: string): ContractSession {
  const row = valued.chain.contracts.optionSymbols.indexOf(optionSymbol)
  if (row < 0) return unknownSession(valued.chain.sessionDate)
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
