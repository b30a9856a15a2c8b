/**
 * Sums of flow rows. Premiums are added in whole cents, so that sums do not depend on the order of rows and partial sums
 * add up exactly. A row with unknown premium counts only in volumes.
 */
import type { FlowRow } from '../flow-row.ts'

export type SummedRow = Pick<FlowRow, 'optionType' | 'premium' | 'size' | 'aggressor' | 'sentiment'>

/** USD; volumes in contracts. */
export interface FlowSums {
  rows: number
  callVolume: number
  putVolume: number
  callPremium: number
  putPremium: number
  /** Premium of calls with an aggressive buyer, and so on. */
  callsBought: number
  callsSold: number
  putsBought: number
  putsSold: number
  bullishPremium: number
  bearishPremium: number
  neutralPremium: number
}

/** In a USD. */
export const CENTS = 100

export function sumFlow(rows: Iterable<SummedRow>): FlowSums {
  return inUsd(sumInCents(rows))
}

export function sumInCents(rows: Iterable<SummedRow>): FlowSums {
  const sums = noFlow()
  for (const row of rows) addRow(sums, row)
  return sums
}

/** calls bought − calls sold − puts bought + puts sold, USD: positive is bullish. */
export function netPremium(sums: Pick<FlowSums, 'callsBought' | 'callsSold' | 'putsBought' | 'putsSold'>): number {
  return Math.round(CENTS * (sums.callsBought - sums.callsSold - sums.putsBought + sums.putsSold)) / CENTS
}

export function noFlow(): FlowSums {
  return {
    rows: 0,
    callVolume: 0,
    putVolume: 0,
    callPremium: 0,
    putPremium: 0,
    callsBought: 0,
    callsSold: 0,
    putsBought: 0,
    putsSold: 0,
    bullishPremium: 0,
    bearishPremium: 0,
    neutralPremium: 0,
  }
}

const PREMIUM_OF = { bullish: 'bullishPremium', bearish: 'bearishPremium', neutral: 'neutralPremium' } as const

/** Adds a row to sums in cents; `inUsd` converts them. With −1 it takes back a row that was added. */
export function addRow(
  sums: FlowSums,
  { optionType, premium, size, aggressor, sentiment }: SummedRow,
  times: 1 | -1 = 1,
): void {
  const isCall = optionType === 'call'
  sums.rows += times
  sums[isCall ? 'callVolume' : 'putVolume'] += times * size
  const cents = times * Math.round(CENTS * premium)
  if (Number.isNaN(cents)) return
  sums[isCall ? 'callPremium' : 'putPremium'] += cents
  sums[PREMIUM_OF[sentiment]] += cents
  if (aggressor > 0) sums[isCall ? 'callsBought' : 'putsBought'] += cents
  if (aggressor < 0) sums[isCall ? 'callsSold' : 'putsSold'] += cents
}

/** Adds `more` to `sums`; both in cents, or both in USD. */
export function addSums(sums: FlowSums, more: FlowSums): void {
  for (const name of SUM_NAMES) sums[name] += more[name]
}

const PREMIUM_NAMES = [
  'callPremium',
  'putPremium',
  'callsBought',
  'callsSold',
  'putsBought',
  'putsSold',
  'bullishPremium',
  'bearishPremium',
  'neutralPremium',
] as const satisfies readonly (keyof FlowSums)[]

const SUM_NAMES = ['rows', 'callVolume', 'putVolume', ...PREMIUM_NAMES] as const satisfies readonly (keyof FlowSums)[]

export function inUsd(sums: FlowSums): FlowSums {
  const usd = { ...sums }
  for (const name of PREMIUM_NAMES) usd[name] = sums[name] / CENTS
  return usd
}

/** (bullish − bearish)/(bullish + bearish) premium, −1 to 1; NaN without premium. */
export function premiumBias({
  bullishPremium,
  bearishPremium,
}: Pick<FlowSums, 'bullishPremium' | 'bearishPremium'>): number {
  return (bullishPremium - bearishPremium) / (bullishPremium + bearishPremium)
}
