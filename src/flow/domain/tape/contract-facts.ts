/**
 * Data of a contract that its prints do not contain: open interest, deliverable, and the carry of the underlying to the
 * expiration.
 */

import type { ExpirationCarry } from '../../../analytics/domain/valuation/chain-carry.ts'
import { daysBetween } from '../../../lib/time/civil-date.ts'
import { rulesOfRoot, settlementInstant, symbolOfRoot } from '../../../market/domain/calendar/option-expirations.ts'
import type { ExerciseStyle, OptionChain } from '../../../market/domain/options/chain.ts'
import { isAdjustedRoot, type OptionContract, parseOptionSymbol } from '../../../market/domain/options/option-symbol.ts'
import { ListedContracts } from './listed-contracts.ts'

/** Terms that turn the price of the underlying at a print into a forward. */
export interface CarryTerms {
  /** The instant from which its contracts are expired, in epoch milliseconds. */
  readonly settlesAtMs: number
  readonly style: ExerciseStyle
  /** Continuous, decimal per year; NaN when unknown. */
  readonly rate: number
  readonly dividendYield: number
  /** Volatility near the money, decimal, to decide whether early exercise matters; NaN when unknown. */
  readonly typicalVolatility: number
}

/** NaN is unknown. */
export interface ContractFact {
  /** Whether the chain lists it; also true if it settled in this session, because then the final chain omits it. */
  readonly isListed: boolean
  /** Contracts, of the evening before. */
  readonly openInterest: number
  /** Shares per contract. */
  readonly multiplier: number
  readonly carry: CarryTerms | null
  /** Omitted if earlier sessions are unknown. */
  readonly history?: ContractHistory | null
}

/** Statistics of a contract over the previous 20 sessions; NaN when unknown. */
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

export interface FactSources {
  readonly symbol: string
  /** The chain of the session; null without one: open interest is then unknown. */
  readonly listed: OptionChain | null
  /** Rates and yields, from the same chain or from an earlier one, so that results do not depend on the time of a request. */
  readonly carrying: readonly ExpirationCarry[]
}

/**
 * Contracts that settled in the session are missing from its final chain: they use the carry of the nearest expiration, and
 * their open interest comes from the tape.
 */
export function contractFacts({ symbol, listed, carrying }: FactSources): ContractFacts {
  const underlying = symbol.replaceAll('.', '')
  const contracts = new ListedContracts(listed?.contracts ?? NOTHING_LISTED)
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
  // Lives as long as the rows of its session: the closure must not retain the whole chain.
  return {
    find(optionSymbol) {
      const contract = parseOptionSymbol(optionSymbol)
      if (!contract || symbolOfRoot(contract.root) !== underlying) return null
      const found = contracts.find(contract)
      return {
        isListed: found !== null || contract.expirationDate === settled,
        openInterest: found ? found.openInterest : Number.NaN,
        multiplier: found ? found.multiplier : deliverableOf(contract),
        carry: termsOf(contract),
      }
    },
  }
}

const NOTHING_LISTED = { optionSymbols: [], openInterest: new Float64Array(0), multiplier: new Float64Array(0) }

function deliverableOf({ root }: OptionContract): number {
  return isAdjustedRoot(root) ? Number.NaN : 100
}

/** Carry of the nearest expiration; null without any. */
function carryTerms({ expirationDate, root }: OptionContract, carrying: readonly ExpirationCarry[]): CarryTerms | null {
  const { settlement, style } = rulesOfRoot(root)
  let nearest: ExpirationCarry | undefined
  let least = Number.POSITIVE_INFINITY
  for (const other of carrying) {
    const otherwise = other.settlement === settlement ? 0 : 0.5
    const distance = Math.abs(daysBetween(expirationDate, other.expirationDate)) + otherwise
    if (distance >= least) continue
    nearest = other
    least = distance
  }
  if (!nearest) return null
  const { rate, dividendYield, typicalVolatility } = nearest
  return { settlesAtMs: settlementInstant(expirationDate, settlement), style, rate, dividendYield, typicalVolatility }
}
