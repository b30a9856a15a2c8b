/** Cells of comparable prints: the same liquidity class, range of days to expiry and time of day. */
import type { TradingSession } from '../../../market/domain/calendar/trading-calendar.ts'
import type { ContractState } from '../tape/contract-state.ts'

/** By open interest; a contract whose open interest is unknown counts as moderate. */
export const LIQUIDITY_CLASSES = ['thin', 'moderate', 'liquid', 'deep'] as const
export const DTE_BUCKETS = ['0', '1-7', '8-45', '46+'] as const

/** The first and the last half hour of a session, and what is between; outside a session it counts as between. */
export const TIMES_OF_DAY = ['open', 'day', 'close'] as const

export const CELLS = LIQUIDITY_CLASSES.length * DTE_BUCKETS.length
export const TAIL_CELLS = CELLS * TIMES_OF_DAY.length

const HALF_HOUR_MS = 30 * 60_000

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

export function cellOf({ openInterest, dte }: Pick<ContractState, 'openInterest' | 'dte'>): number {
  return DTE_BUCKETS.length * liquidityClassOf(openInterest) + dteBucketOf(dte)
}

function timeOfDay(ms: number, session: TradingSession | null): number {
  if (!session) return 1
  if (ms < session.openMs + HALF_HOUR_MS) return 0
  return ms >= session.closeMs - HALF_HOUR_MS && ms < session.closeMs ? 2 : 1
}

/** The cell of a print by its points. */
export function tailCellOf(
  contract: Pick<ContractState, 'openInterest' | 'dte'>,
  executedAtMs: number,
  session: TradingSession | null,
): number {
  return TIMES_OF_DAY.length * cellOf(contract) + timeOfDay(executedAtMs, session)
}

/** "liquid contracts with 8-45 days to expiry" */
export function cellText(openInterest: number, dte: number): string {
  return `${LIQUIDITY_CLASSES[liquidityClassOf(openInterest)]} contracts with ${DTE_BUCKETS[dteBucketOf(dte)]} days to expiry`
}
