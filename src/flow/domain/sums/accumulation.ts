/**
 * Accumulation of one contract: out of the money, near expiration, bought repeatedly, rarely sold, and large relative to
 * open interest. In the simulated market it finds planted informed buying much better than the premium of the session;
 * `/methodology` has the figures.
 */
import type { OptionType } from '../../../market/domain/options/chain.ts'
import type { FlowRow } from '../flow-row.ts'

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

type AccumulatedRow = Pick<
  FlowRow,
  'optionSymbol' | 'optionType' | 'aggressor' | 'delta' | 'dte' | 'size' | 'premium' | 'openInterest'
>

/** The contract with the highest persistence, on ties with more net premium; null without net buying. */
export function strongestAccumulation(rows: Iterable<AccumulatedRow>): Accumulation | null {
  const byContract = new Map<string, Tally>()
  for (const row of rows) {
    if (!countsFor(row)) continue
    const tally = byContract.get(row.optionSymbol) ?? emptyTally(row)
    byContract.set(row.optionSymbol, tally)
    tally[row.aggressor > 0 ? 'buys' : 'sells']++
    tally.netSize += row.aggressor * row.size
    tally.netPremium += row.aggressor * row.premium
  }
  let strongest: Accumulation | null = null
  for (const tally of byContract.values()) {
    const found = { ...tally, persistence: persistenceOf(tally.buys, tally.sells) }
    if (found.netSize > 0 && (!strongest || isStronger(found, strongest))) strongest = found
  }
  return strongest
}

function countsFor(row: AccumulatedRow): boolean {
  return row.aggressor !== 0 && isAccumulable(row) && !Number.isNaN(row.premium)
}

/** Net contracts bought over open interest, which counts as at least 100. */
export function overOpenInterest({ netSize, openInterest }: Pick<Accumulation, 'netSize' | 'openInterest'>): number {
  return netSize / (openInterest > MIN_OPEN_INTEREST ? openInterest : MIN_OPEN_INTEREST)
}

interface Tally extends Omit<Accumulation, 'persistence'> {
  buys: number
  sells: number
  netSize: number
  netPremium: number
}

function emptyTally({ optionSymbol, optionType, openInterest }: AccumulatedRow): Tally {
  return {
    optionSymbol,
    optionType,
    buys: 0,
    sells: 0,
    netSize: 0,
    netPremium: 0,
    openInterest: openInterest > 0 ? openInterest : 0,
  }
}

function isStronger(a: Accumulation, b: Accumulation): boolean {
  return a.persistence > b.persistence || (a.persistence === b.persistence && a.netPremium > b.netPremium)
}
