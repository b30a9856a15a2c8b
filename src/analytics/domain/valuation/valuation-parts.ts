/**
 * A valuation as plain data without its chain, to be sent between threads. Early-exercise tables, which are large and
 * shared by many chains, are in shared memory: see `exercise-table-cache.ts`.
 */
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import type { ValuedChain } from './chain-valuation.ts'
import { type ExpirationPricing, pricedRows } from './expiration-pricing.ts'

type PricingParts = Omit<ExpirationPricing, 'rows'>

export interface ValuationParts {
  readonly columns: Omit<ValuedChain, 'chain' | 'pricings'>
  readonly pricings: readonly (PricingParts | null)[]
}

/** Only what a valuation reads: it does not need the OCC symbols. */
export function withoutSymbols(chain: OptionChain): OptionChain {
  return { ...chain, contracts: { ...chain.contracts, optionSymbols: [] } }
}

/** The valuation of such a chain, with the symbols that a comparison pairs contracts by. */
export function withSymbols(valued: ValuedChain, optionSymbols: readonly string[]): ValuedChain {
  return { ...valued, chain: { ...valued.chain, contracts: { ...valued.chain.contracts, optionSymbols } } }
}

export function valuationParts({ chain: _, pricings, ...columns }: ValuedChain): ValuationParts {
  return { columns, pricings: pricings.map((pricing) => pricing && pricingParts(pricing)) }
}

/** The valuation of a chain from its parts. */
export function restoreValuation(chain: OptionChain, { columns, pricings }: ValuationParts): ValuedChain {
  return {
    ...columns,
    chain,
    pricings: pricings.map((parts) => parts && { ...parts, rows: pricedRows(chain, parts) }),
  }
}

function pricingParts({ rows: _, ...parts }: ExpirationPricing): PricingParts {
  return parts
}
