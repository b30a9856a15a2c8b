/**
 * What a print does not say of its contract: open interest, deliverable, and the terms that carry the underlying's price
 * to the expiration.
 */
import { daysBetween } from '../../lib/civil-date.ts'
import { at } from '../../lib/columns.ts'
import type { ExpirationCarry } from '../analytics/settled-terms.ts'
import type { ExerciseStyle, OptionChain } from '../market/chain.ts'
import { rulesOfRoot, settlementInstant, symbolOfRoot } from '../market/option-expirations.ts'
import { isAdjustedRoot, type OptionContract, parseOptionSymbol } from '../market/option-symbol.ts'

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
  /** Whether the chain lists it; true as well where it settled with the session and the chain of its end cannot tell. */
  readonly isListed: boolean
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
  /** By the OCC identity of 21 characters; null for a contract of another underlying. */
  find(optionSymbol: string): ContractFact | null
}

export const NO_FACTS: ContractFacts = { find: () => null }

export interface FactSources {
  readonly symbol: string
  /** The chain of the session; null: no chain says open interest. */
  readonly listed: OptionChain | null
  /** Rates and yields, of the same chain, or of an earlier one where figures must not depend on when they are asked for. */
  readonly carrying: readonly ExpirationCarry[]
}

/**
 * Contracts that settled with the session are gone from a chain of its end: they are carried like the expiration next to
 * theirs, and their open interest is for the tape to tell.
 */
export function contractFacts({ symbol, listed, carrying }: FactSources): ContractFacts {
  const underlying = symbol.replaceAll('.', '')
  const { openInterest, multiplier } = listed?.contracts ?? NOTHING_LISTED
  const rows = new Map(listed?.contracts.optionSymbols.map((symbol, row) => [symbol, row]))
  const sessionDate = listed?.sessionDate
  const settled = listed?.expirations.some(({ expirationDate }) => expirationDate === sessionDate) ? null : sessionDate
  const carries = new Map<string, CarryTerms | null>()
  const termsOf = (contract: OptionContract) => {
    const key = `${contract.expirationDate} ${contract.root}`
    const known = carries.get(key)
    const carry = known === undefined ? carryTerms(contract, carrying) : known
    carries.set(key, carry)
    return carry
  }
  // Lives as long as the rows of its session: nothing below may hold on to a whole chain.
  return {
    find(optionSymbol) {
      const contract = parseOptionSymbol(optionSymbol)
      if (!contract || symbolOfRoot(contract.root) !== underlying) return null
      const row = rows.get(optionSymbol)
      return {
        isListed: row !== undefined || contract.expirationDate === settled,
        openInterest: row === undefined ? Number.NaN : at(openInterest, row),
        multiplier: row === undefined ? deliverableOf(contract) : at(multiplier, row),
        carry: termsOf(contract),
      }
    },
  }
}

const NOTHING_LISTED = { openInterest: new Float64Array(0), multiplier: new Float64Array(0) }

function deliverableOf({ root }: OptionContract): number {
  return isAdjustedRoot(root) ? Number.NaN : 100
}

/** Null where no expiration of the chain tells a rate. */
function carryTerms({ expirationDate, root }: OptionContract, carrying: readonly ExpirationCarry[]): CarryTerms | null {
  const { settlement, style } = rulesOfRoot(root)
  const distance = (other: ExpirationCarry) =>
    Math.abs(daysBetween(expirationDate, other.expirationDate)) + (other.settlement === settlement ? 0 : 0.5)
  const [nearest] = carrying.toSorted((a, b) => distance(a) - distance(b))
  if (!nearest) return null
  const { rate, dividendYield, typicalVolatility } = nearest
  return { settlesAtMs: settlementInstant(expirationDate, settlement), style, rate, dividendYield, typicalVolatility }
}
