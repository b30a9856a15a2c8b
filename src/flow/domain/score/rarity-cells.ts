/** Cells of comparable prints: the same liquidity class and the same range of days to expiry. */
import type { ContractIdentity } from '../tape/contract-state.ts'

/** By open interest; a contract whose open interest is unknown counts as moderate. */
export const LIQUIDITY_CLASSES = ['thin', 'moderate', 'liquid', 'deep'] as const
export const DTE_BUCKETS = ['0', '1-7', '8-45', '46+'] as const

export const CELLS = LIQUIDITY_CLASSES.length * DTE_BUCKETS.length

export function liquidityClassOf(openInterest: number): number {
  if (Number.isNaN(openInterest)) return 1
  if (openInterest < 100) return 0
  if (openInterest < 1_000) return 1
  return openInterest < 10_000 ? 2 : 3
}

export function dteBucketOf(dte: number): number {
  if (dte <= 0) return 0
  if (dte <= 7) return 1
  return dte <= 45 ? 2 : 3
}

export function cellOf({ openInterest, dte }: Pick<ContractIdentity, 'openInterest' | 'dte'>): number {
  return DTE_BUCKETS.length * liquidityClassOf(openInterest) + dteBucketOf(dte)
}

/** "liquid contracts with 8-45 days to expiry" */
export function cellText(openInterest: number, dte: number): string {
  return `${LIQUIDITY_CLASSES[liquidityClassOf(openInterest)]} contracts with ${DTE_BUCKETS[dteBucketOf(dte)]} days to expiry`
}
