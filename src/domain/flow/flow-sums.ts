/**
 * Sums of flow rows. Premium is added in whole cents, so that sums do not depend on the order of rows and parts add up to
 * the whole; a row whose premium is unknown counts in volumes alone.
 */
import type { FlowRow } from './flow-row.ts'

export type SummedRow = Pick<FlowRow, 'optionType' | 'premium' | 'size' | 'aggressor' | 'sentiment'>

/** USD, and contracts for volumes. */
export interface FlowSums {
  rows: number
  callVolume: number
  putVolume: number
  callPremium: number
  putPremium: number
  /** Premium of calls whose buyer was aggressive, and so on. */
  callsBought: number
  callsSold: number
  putsBought: number
  putsSold: number
  bullishPremium: number
  bearishPremium: number
  neutralPremium: number
}

const CENTS = 100

export function sumFlow(rows: Iterable<SummedRow>): FlowSums {
  const sums = noFlow()
  for (const row of rows) addRow(sums, row)
  return inUsd(sums)
}

/** Of bought and sold premium: positive is bullish. */
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

/** Premiums of `sums` are cents until `inUsd`. */
export function addRow(sums: FlowSums, { optionType, premium, size, aggressor, sentiment }: SummedRow): void {
  const isCall = optionType === 'call'
  sums.rows++
  sums[isCall ? 'callVolume' : 'putVolume'] += size
  const cents = Math.round(CENTS * premium)
  if (Number.isNaN(cents)) return
  sums[isCall ? 'callPremium' : 'putPremium'] += cents
  sums[PREMIUM_OF[sentiment]] += cents
  if (aggressor > 0) sums[isCall ? 'callsBought' : 'putsBought'] += cents
  if (aggressor < 0) sums[isCall ? 'callsSold' : 'putsSold'] += cents
}

/** Both in cents, or both in USD. */
export function addSums(sums: FlowSums, more: FlowSums): void {
  for (const name of SUM_NAMES) sums[name] += more[name]
}

const SUM_NAMES = [
  'rows',
  'callVolume',
  'putVolume',
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

export function inUsd(sums: FlowSums): FlowSums {
  return {
    rows: sums.rows,
    callVolume: sums.callVolume,
    putVolume: sums.putVolume,
    callPremium: sums.callPremium / CENTS,
    putPremium: sums.putPremium / CENTS,
    callsBought: sums.callsBought / CENTS,
    callsSold: sums.callsSold / CENTS,
    putsBought: sums.putsBought / CENTS,
    putsSold: sums.putsSold / CENTS,
    bullishPremium: sums.bullishPremium / CENTS,
    bearishPremium: sums.bearishPremium / CENTS,
    neutralPremium: sums.neutralPremium / CENTS,
  }
}

export interface FlowBias {
  /** Shares of premium in percent, together 100; NaN without premium. */
  readonly bullishPct: number
  readonly bearishPct: number
  readonly neutralPct: number
  /** USD, positive is bullish. */
  readonly netPremium: number
  /** (bullish − bearish)/(bullish + bearish) premium, −1 to 1; NaN when neither was traded. */
  readonly bias: number
}

/** Which way the money of the rows leans. */
export function flowBias(rows: Iterable<SummedRow>): FlowBias {
  return biasOf(sumFlow(rows))
}

export function biasOf(sums: FlowSums): FlowBias {
  const { bullishPremium, bearishPremium, neutralPremium } = sums
  const total = bullishPremium + bearishPremium + neutralPremium
  const bullishPct = (100 * bullishPremium) / total
  const bearishPct = (100 * bearishPremium) / total
  return {
    bullishPct,
    bearishPct,
    neutralPct: (100 * neutralPremium) / total,
    netPremium: netPremium(sums),
    bias: (bullishPremium - bearishPremium) / (bullishPremium + bearishPremium),
  }
}
