/**
 * Accumulation of one contract: out of the money, near expiration, bought repeatedly, rarely sold, and large relative to
 * open interest. In the simulated market it finds planted informed buying much better than the premium of the session;
 * `/methodology` has the figures.
 */
import type { OptionType } from '../../../market/domain/options/chain.ts'

export interface Accumulation {
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly optionType: OptionType
  /** Rows with an aggressive buyer, and with an aggressive seller. */
  readonly buys: number
  readonly sells: number
  /** Contracts bought − sold. */
  readonly netSize: number
  /** USD. */
  readonly netPremium: number
  /** Contracts of the previous evening; 0 when unknown. */
  readonly openInterest: number
  /** See `persistenceOf`. */
  readonly persistence: number
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

/** Net contracts bought over open interest, which counts as at least 100. */
export function overOpenInterest({ netSize, openInterest }: Pick<Accumulation, 'netSize' | 'openInterest'>): number {
  return netSize / (openInterest > MIN_OPEN_INTEREST ? openInterest : MIN_OPEN_INTEREST)
}
