/**
 * Accumulation of one contract: out of the money, near expiration, and traded again and again as by somebody who buys in
 * small orders. Most of them lift the offer, some get a better price, and some wait at the bid: which trades belong
 * together is learned, and each has a chance. In the simulated market the sum of the chances finds planted accumulations
 * much better than buys against sells; `/methodology` has the figures.
 */
import type { OptionType } from '../../../market/domain/options/chain.ts'

export interface Accumulation {
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly optionType: OptionType
  /** Rows with an aggressive buyer, with an aggressive seller, and with neither. */
  readonly buys: number
  readonly sells: number
  readonly others: number
  /** How many rows belong to an accumulation by the model: the sum of the chances of `accumulationChance`. */
  readonly expected: number
  /** Contracts, and USD, of all rows, each times its chance. */
  readonly size: number
  readonly premium: number
  /** Contracts of the previous evening; 0 when unknown. */
  readonly openInterest: number
}

/** Maximum |delta|: out of the money. */
const MAX_DELTA = 0.42
const DAYS = { min: 1, max: 45 } as const
/** Floor for ratios to open interest: new contracts have almost none. */
const MIN_OPEN_INTEREST = 100

/**
 * Whether informed traders would accumulate such a contract: short-dated and out of the money (P. Augustin, M. Brenner,
 * M. Subrahmanyam, Management Science 2019).
 */
export function isAccumulable({ delta, dte }: { readonly delta: number; readonly dte: number }): boolean {
  return Math.abs(delta) <= MAX_DELTA && dte >= DAYS.min && dte <= DAYS.max
}

/** (buys − sells) / √(buys + sells): standard deviations above a fair coin; NaN without trades. */
export function persistenceOf(buys: number, sells: number): number {
  return (buys - sells) / Math.sqrt(buys + sells)
}

/** Contracts over open interest, which counts as at least 100. */
export function overOpenInterest(size: number, openInterest: number): number {
  return size / (openInterest > MIN_OPEN_INTEREST ? openInterest : MIN_OPEN_INTEREST)
}
