/**
 * What a print does not say of its contract: open interest, deliverable, and the terms that carry the underlying's price
 * to the expiration.
 */
import { daysBetween } from '../../lib/civil-date.ts'
import { at } from '../../lib/columns.ts'
import type { ValuedChain, ValuedExpiration } from '../analytics/chain-valuation.ts'
import type { ExerciseStyle } from '../market/chain.ts'
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
  /** Whether the chain lists it. */
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

/** Finer steps are noise of the ticks that parity is read from, and would make figures depend on when a chain was read. */
const STEPS_PER_RATE = 10_000
const STEPS_PER_YIELD = 1000

const made = new WeakMap<ValuedChain, ContractFacts>()

/**
 * Remembered by the valuation. Contracts that settled with the session are gone from a chain of its end: they are carried
 * like the expiration next to theirs, and their open interest is for the tape to tell.
 */
export function contractFacts(valued: ValuedChain): ContractFacts {
  const known = made.get(valued)
  if (known) return known
  const facts = factsOf(valued)
  made.set(valued, facts)
  return facts
}

function factsOf({ chain, expirations }: ValuedChain): ContractFacts {
  const { optionSymbols, openInterest, multiplier } = chain.contracts
  const rows = new Map(optionSymbols.map((symbol, row) => [symbol, row]))
  const carrying = expirations.filter(({ expired, dividendYield }) => !expired && !Number.isNaN(dividendYield))
  const carries = new Map<string, CarryTerms | null>()
  const carryOf = (contract: OptionContract) => {
    const key = `${contract.expirationDate} ${contract.root}`
    const known = carries.get(key)
    const carry = known === undefined ? carryTerms(contract, carrying) : known
    carries.set(key, carry)
    return carry
  }
  return {
    find(optionSymbol) {
      const contract = parseOptionSymbol(optionSymbol)
      if (!contract || symbolOfRoot(contract.root) !== chain.symbol.replaceAll('.', '')) return null
      const row = rows.get(optionSymbol)
      return {
        isListed: row !== undefined,
        openInterest: row === undefined ? Number.NaN : at(openInterest, row),
        multiplier: row === undefined ? deliverableOf(contract) : at(multiplier, row),
        carry: carryOf(contract),
      }
    },
  }
}

function deliverableOf({ root }: OptionContract): number {
  return isAdjustedRoot(root) ? Number.NaN : 100
}

/** Null where no expiration of the chain tells a rate. */
function carryTerms(
  { expirationDate, root }: OptionContract,
  carrying: readonly ValuedExpiration[],
): CarryTerms | null {
  const { settlement, style } = rulesOfRoot(root)
  const distance = (other: ValuedExpiration) =>
    Math.abs(daysBetween(expirationDate, other.expirationDate)) + (other.settlement === settlement ? 0 : 0.5)
  const [nearest] = carrying.toSorted((a, b) => distance(a) - distance(b))
  if (!nearest) return null
  const rate = -Math.log(nearest.discountFactor) / nearest.yearsToExpiry
  return {
    settlesAtMs: settlementInstant(expirationDate, settlement),
    style,
    rate: Math.round(rate * STEPS_PER_RATE) / STEPS_PER_RATE,
    dividendYield: Math.round(nearest.dividendYield * STEPS_PER_YIELD) / STEPS_PER_YIELD,
    typicalVolatility: nearest.atmIv,
  }
}
