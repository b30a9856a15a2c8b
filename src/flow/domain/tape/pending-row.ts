/** A row of flow that later prints can still change: legs can join it, and cancels remove legs. */

import { flowId } from '../flow-id.ts'
import { type FlowRow, sentimentOf, type TradeType } from '../flow-row.ts'
import type { AlertType } from '../score/alert-rules.ts'
import { aggressorOf, type ContractRow } from './contract-row.ts'
import type { ContractState } from './contract-state.ts'
import { STEPS_PER_USD } from './print-side.ts'

export interface PendingRow extends ContractRow {
  readonly sequence: number
  /** Among `SettledRows` if it was made again from there; else −1. */
  readonly record: number
  readonly contract: ContractState<PendingRow>
  /** Sent as an intermarket sweep order. */
  readonly coded: boolean
  readonly executedAtMs: number
  readonly bid: number
  readonly ask: number
  readonly underlyingPrice: number
  readonly lowQuality: boolean
  /** Σ price in steps × contracts over the legs: an integer, so that sums are exact. */
  notional: number
  /** Contracts of legs above the ask or below the bid of their own quote. */
  outside: number
  volume: number
  legs: number
  readonly exchanges: string[]
  /** Merged with other prints of its group. */
  swept: boolean
  /** No longer a row: merged into another one, or cancelled. */
  gone: boolean
  /** Changed since it was last reported. */
  changed: boolean
  /** No leg can join it any more, and it is part of the rarity model. */
  final: boolean
  readonly volatility: number
  readonly volatilityReason: string
  /** Volatility over the minimum of the contract in the previous hour; NaN without one. */
  readonly volatilityRatio: number
  readonly delta: number
  alertTypes: readonly AlertType[]
  unusualScore: number
  rarity: number
  evidence: readonly number[]
  /** Of its last score, at the indices of `FEATURES`, for the model. */
  features: readonly number[]
}

export function priceOf({ notional, size }: PendingRow): number {
  return notional / size / STEPS_PER_USD
}

export function premiumOf(row: PendingRow): number {
  return (row.notional * row.contract.multiplier) / STEPS_PER_USD
}

export const NO_RECORD = -1

/** Of a row without a score. */
export const NO_EVIDENCE: readonly number[] = []

const BLOCK_SIZE = 500
const BLOCK_PREMIUM = 200_000

/** Precedence: multi_leg, floor, sweep, block, single. */
export function tradeTypeOf(row: PendingRow): TradeType {
  if (row.kind === 'complex' || row.packaged) return 'multi_leg'
  if (row.kind === 'floor') return 'floor'
  if (row.swept || row.coded) return 'sweep'
  if (row.kind === 'cross' || row.size >= BLOCK_SIZE || premiumOf(row) >= BLOCK_PREMIUM) return 'block'
  return 'single'
}

/** An immutable copy of the present state. */
export function flowRowOf(row: PendingRow, symbol: string, sessionDate: string, idPrefix: string): FlowRow {
  const { optionSymbol, optionType, strike, expirationDate, dte, openInterest } = row.contract
  const aggressor = aggressorOf(row)
  return {
    id: flowId(idPrefix, row.sequence),
    sequence: row.sequence,
    symbol,
    sessionDate,
    executedAtMs: row.executedAtMs,
    optionSymbol,
    optionType,
    strike,
    expirationDate,
    dte,
    side: row.side,
    price: priceOf(row),
    bid: row.bid,
    ask: row.ask,
    size: row.size,
    premium: premiumOf(row),
    underlyingPrice: row.underlyingPrice,
    impliedVolatility: row.volatility,
    volatilityReason: row.volatilityReason,
    delta: row.delta,
    openInterest,
    volume: row.volume,
    tradeType: tradeTypeOf(row),
    sentiment: sentimentOf(optionType, aggressor),
    aggressor,
    lowQuality: row.lowQuality,
    legs: row.legs,
    exchanges: row.exchanges.length,
    alertTypes: row.alertTypes,
    unusualScore: row.unusualScore,
    rarity: row.rarity,
    evidence: row.evidence,
  }
}
