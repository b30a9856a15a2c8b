/**
 * One contract that somebody keeps buying: out of the money, soon to expire, bought again and again and hardly sold, in
 * sizes that its open interest cannot explain. In the simulated market this finds planted informed buying far better
 * than the premium of the whole session does; the figures stand in `/methodology`.
 */
import type { OptionType } from '../market/chain.ts'
import type { FlowRow } from './flow-row.ts'

export interface Accumulation {
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly optionType: OptionType
  /** Rows whose aggressor bought, and sold. */
  readonly buys: number
  readonly sells: number
  /** Contracts bought less sold. */
  readonly netSize: number
  /** USD. */
  readonly netPremium: number
  /** Contracts of the evening before; 0 where it is unknown. */
  readonly openInterest: number
  /** See `persistenceOf`. */
  readonly persistence: number
}

/** Out of the money by delta. */
const MOST_DELTA = 0.42
const DAYS = { least: 1, most: 45 } as const
/** A new contract has next to none, and a handful bought would be many times that. */
const LEAST_OPEN_INTEREST = 100

/** Whether a contract is one that who knows of a move would gather (P. Augustin, M. Brenner, M. Subrahmanyam, MS 2019). */
export function isGatherable({ delta, dte }: { readonly delta: number; readonly dte: number }): boolean {
  return Math.abs(delta) <= MOST_DELTA && dte >= DAYS.least && dte <= DAYS.most
}

/** (buys − sells) / √(buys + sells): how far beyond the tossing of coins; NaN of nothing. */
export function persistenceOf(buys: number, sells: number): number {
  return (buys - sells) / Math.sqrt(buys + sells)
}

type AccumulatedRow = Pick<
  FlowRow,
  'optionSymbol' | 'optionType' | 'aggressor' | 'delta' | 'dte' | 'size' | 'premium' | 'openInterest'
>

/** The contract with the highest persistence, of equal ones the one with more net premium; null where nothing was bought. */
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
  return row.aggressor !== 0 && isGatherable(row) && !Number.isNaN(row.premium)
}

/** Contracts bought on top over what was open before, 100 at least. */
export function overOpenInterest({ netSize, openInterest }: Pick<Accumulation, 'netSize' | 'openInterest'>): number {
  return netSize / (openInterest > LEAST_OPEN_INTEREST ? openInterest : LEAST_OPEN_INTEREST)
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
