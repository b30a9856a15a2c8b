/** What quotes say of rates and yields, early exercise taken into account, without a volatility for every strike. */
import { at } from '../../lib/columns.ts'
import type { OptionChain, Settlement } from '../market/chain.ts'
import { type ChainTerms, chainTerms } from './chain-terms.ts'
import { parityPremiums, typicalVolatilities } from './parity-premium.ts'
import { type CleanQuotes, cleanQuotes } from './quote-cleaning.ts'
import { type StrikePairs, strikePairs } from './strike-pairs.ts'

const PREMIUM_ROUNDS = 3

/** Early exercise bends parity and parity gives the terms of early exercise: three rounds settle both to a tick. */
export function settledTerms(chain: OptionChain, pairs: StrikePairs, clean: CleanQuotes): ChainTerms {
  let terms = chainTerms(chain, pairs, clean)
  if (chain.expirations.every(({ style }) => style === 'european')) return terms
  let premiums: Float64Array = new Float64Array(chain.contracts.count)
  for (let round = 0; round < PREMIUM_ROUNDS; round++) {
    premiums = parityPremiums(chain, pairs, clean, terms, premiums)
    terms = chainTerms(chain, pairs, clean, premiums)
  }
  return terms
}

/** What carries the price of the underlying to an expiration: continuous, decimal per year. */
export interface ExpirationCarry {
  readonly expirationDate: string
  readonly settlement: Settlement
  readonly rate: number
  readonly dividendYield: number
  /** Volatility near the money, decimal; NaN when no quote tells. */
  readonly typicalVolatility: number
}

const carries = new WeakMap<OptionChain, readonly ExpirationCarry[]>()

/** Of the expirations whose quotes tell it, in a tenth of the time of a valuation. Remembered by the chain object. */
export function chainCarry(chain: OptionChain): readonly ExpirationCarry[] {
  const known = carries.get(chain)
  if (known) return known
  const made = carryOf(chain)
  carries.set(chain, made)
  return made
}

function carryOf(chain: OptionChain): ExpirationCarry[] {
  const pairs = strikePairs(chain)
  const clean = cleanQuotes(chain, pairs)
  const terms = settledTerms(chain, pairs, clean)
  const typical = typicalVolatilities(chain, pairs, clean, terms)
  return chain.expirations.flatMap(({ expirationDate, settlement }, index) => {
    const [rate, dividendYield] = [at(terms.rate, index), at(terms.dividendYield, index)]
    if (!(at(terms.yearsToExpiry, index) > 0) || Number.isNaN(rate + dividendYield)) return []
    return [{ expirationDate, settlement, rate, dividendYield, typicalVolatility: at(typical, index) }]
  })
}
