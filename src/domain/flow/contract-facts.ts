/**
 * What a print does not say of its contract: open interest, deliverable, and the terms that carry the underlying's price
 * to the expiration. Made once from the chain of the session; a contract that the chain does not list has none.
 */
import { at, indexAt } from '../../lib/columns.ts'
import type { ValuedChain } from '../analytics/chain-valuation.ts'
import type { ExerciseStyle, OptionChain } from '../market/chain.ts'

/** What turns the price of the underlying at a print into a forward. */
export interface CarryTerms {
  /** The instant from which its contracts are expired, in epoch milliseconds. */
  readonly settlesAtMs: number
  readonly style: ExerciseStyle
  /** Continuous, decimal per year; NaN when unknown, as the yield. */
  readonly rate: number
  readonly dividendYield: number
  /** Volatility near the money, decimal, to judge whether early exercise matters; NaN when unknown. */
  readonly typicalVolatility: number
}

/** NaN is unknown. */
export interface ContractFact {
  /** Contracts, of the evening before. */
  readonly openInterest: number
  /** Shares per contract. */
  readonly multiplier: number
  readonly carry: CarryTerms | null
  /** Left out where the sessions before are unknown. */
  readonly history?: ContractHistory | null
}

/** What a contract did in the sessions before, NaN where unknown; medians and means of 20 sessions. */
export interface ContractHistory {
  /** Median size of a print, and the median absolute deviation of its logarithm. */
  readonly usualSize: number
  readonly sizeDeviation: number
  /** Mean contracts traded in a session. */
  readonly usualVolume: number
}

export interface ContractFacts {
  /** By the OCC identity of 21 characters; null for a contract that the chain does not list. */
  find(optionSymbol: string): ContractFact | null
}

export const NO_FACTS: ContractFacts = { find: () => null }

const made = new WeakMap<OptionChain | ValuedChain, ContractFacts>()

/** Remembered by the chain. With a plain chain the rates are unknown, and with them every implied volatility. */
export function contractFacts(source: OptionChain | ValuedChain): ContractFacts {
  const known = made.get(source)
  if (known) return known
  const facts = 'chain' in source ? factsOf(source.chain, source) : factsOf(source, null)
  made.set(source, facts)
  return facts
}

function factsOf(chain: OptionChain, valued: ValuedChain | null): ContractFacts {
  const { contracts } = chain
  const carries = chain.expirations.map(({ settlesAtMs, style }, index): CarryTerms => {
    const terms = valued?.expirations[index]
    return {
      settlesAtMs,
      style,
      rate: terms ? -Math.log(terms.discountFactor) / terms.yearsToExpiry : Number.NaN,
      dividendYield: terms?.dividendYield ?? Number.NaN,
      typicalVolatility: terms?.atmIv ?? Number.NaN,
    }
  })
  const rows = new Map(contracts.optionSymbols.map((symbol, row) => [symbol, row]))
  return {
    find(optionSymbol) {
      const row = rows.get(optionSymbol)
      if (row === undefined) return null
      return {
        openInterest: at(contracts.openInterest, row),
        multiplier: at(contracts.multiplier, row),
        carry: carries[indexAt(contracts.expirationIndex, row)] ?? null,
      }
    },
  }
}
