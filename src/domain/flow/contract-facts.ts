/**
 * What a print does not say of its contract: open interest, deliverable, and the terms that carry the underlying's price
 * to the expiration.
 */
import { at, indexAt } from '../../lib/columns.ts'
import type { ValuedChain } from '../analytics/chain-valuation.ts'
import type { ExerciseStyle, Expiration, OptionChain } from '../market/chain.ts'

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
  /** By the OCC identity of 21 characters; null for a contract that no chain lists. */
  find(optionSymbol: string): ContractFact | null
}

export const NO_FACTS: ContractFacts = { find: () => null }

/**
 * What a chain lists, carried at the rates and yields of a valued one, which may be of the session before. A contract
 * that only the second lists (settled with the session) has no open interest here: the tape may tell it.
 */
export function contractFacts(listing: OptionChain | null, carrying: ValuedChain | null): ContractFacts {
  const listed = factsOf(listing)
  const carried = factsOf(carrying?.chain ?? null)
  const carries = carriesOf(carrying)
  return {
    find(optionSymbol) {
      const fact = listed(optionSymbol)
      const other = fact ?? carried(optionSymbol)
      if (!other) return null
      const carry = carries.get(expirationKey(other.expiration)) ?? null
      return { openInterest: fact?.openInterest ?? Number.NaN, multiplier: other.multiplier, carry }
    },
  }
}

function factsOf(chain: OptionChain | null) {
  const rows = new Map(chain?.contracts.optionSymbols.map((symbol, row) => [symbol, row]))
  return (optionSymbol: string) => {
    const row = rows.get(optionSymbol)
    const expiration = chain?.expirations[indexAt(chain.contracts.expirationIndex, row ?? -1)]
    if (!chain || row === undefined || !expiration) return null
    const { openInterest, multiplier } = chain.contracts
    return { openInterest: at(openInterest, row), multiplier: at(multiplier, row), expiration }
  }
}

/** An expiration that the chain does not value has no carry. */
function carriesOf(carrying: ValuedChain | null): ReadonlyMap<string, CarryTerms> {
  return new Map(
    carrying?.expirations.map((expiration) => {
      const { settlesAtMs, style, discountFactor, yearsToExpiry, dividendYield, atmIv } = expiration
      const rate = -Math.log(discountFactor) / yearsToExpiry
      return [expirationKey(expiration), { settlesAtMs, style, rate, dividendYield, typicalVolatility: atmIv }]
    }),
  )
}

function expirationKey({ expirationDate, settlement }: Pick<Expiration, 'expirationDate' | 'settlement'>): string {
  return `${expirationDate} ${settlement}`
}
