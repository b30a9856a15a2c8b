/** Rates and yields implied by quotes, corrected for early exercise, without a volatility for every strike. */
import { at } from '../../../lib/math/columns.ts'
import type { OptionChain, Settlement } from '../../../market/domain/options/chain.ts'
import { parityPremiums, typicalVolatilities } from '../smile/parity-premium.ts'
import { type CleanQuotes, cleanQuotes } from '../smile/quote-cleaning.ts'
import { type StrikePairs, strikePairs } from '../smile/strike-pairs.ts'
import { type ChainTerms, chainTerms } from './chain-terms.ts'

const PREMIUM_ROUNDS = 3

/** Early exercise biases parity, and parity gives the terms of early exercise: three iterations converge to a tick. */
export function convergedTerms(chain: OptionChain, pairs: StrikePairs, clean: CleanQuotes): ChainTerms {
  let terms = chainTerms(chain, pairs, clean)
  if (chain.expirations.every(({ style }) => style === 'european')) return terms
  let premiums: Float64Array = new Float64Array(chain.contracts.count)
  for (let round = 0; round < PREMIUM_ROUNDS; round++) {
    premiums = parityPremiums(chain, pairs, clean, terms, premiums)
    terms = chainTerms(chain, pairs, clean, premiums)
  }
  return terms
}

/** Carry of the underlying to an expiration: continuous rates, decimal per year. */
export interface ExpirationCarry {
  readonly expirationDate: string
  readonly settlement: Settlement
  readonly rate: number
  readonly dividendYield: number
  /** Volatility near the money, decimal; NaN when unknown. */
  readonly typicalVolatility: number
}

/** Carry of the expirations whose quotes imply it, in a tenth of the time of a valuation. */
export function chainCarry(chain: OptionChain): ExpirationCarry[] {
  // A print is valued with one yield for all dividends.
  const undated = { ...chain, dividends: [] }
  const pairs = strikePairs(chain)
  const clean = cleanQuotes(chain, pairs)
  const terms = convergedTerms(undated, pairs, clean)
  const typical = typicalVolatilities(undated, pairs, clean, terms)
  return chain.expirations.flatMap(({ expirationDate, settlement }, index) => {
    const [rate, dividendYield] = [at(terms.rate, index), at(terms.dividendYield, index)]
    if (!(at(terms.yearsToExpiry, index) > 0) || Number.isNaN(rate + dividendYield)) return []
    return [{ expirationDate, settlement, rate, dividendYield, typicalVolatility: at(typical, index) }]
  })
}
