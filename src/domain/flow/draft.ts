/** A row of flow while the tape may still change it: later legs join it, cancels take legs out of it. */
import type { AlertType } from './alert-rules.ts'
import type { ConditionKind } from './condition-codes.ts'
import type { ContractLedger } from './contract-ledger.ts'
import { flowId } from './flow-id.ts'
import { type FlowRow, sentimentOf, type TradeType } from './flow-row.ts'
import { type Direction, type Side, STEPS_PER_USD } from './print-side.ts'

export interface Draft {
  readonly sequence: number
  readonly contract: ContractLedger
  readonly kind: ConditionKind
  /** Sent as an intermarket sweep order. */
  readonly coded: boolean
  readonly executedAtMs: number
  readonly bid: number
  readonly ask: number
  readonly underlyingPrice: number
  readonly direction: Direction
  readonly lowQuality: boolean
  side: Side
  /** Contracts. */
  size: number
  /** Price in steps times contracts, summed over the legs: a whole number, so that sums are exact. */
  notional: number
  volume: number
  legs: number
  readonly exchanges: string[]
  /** Of its latest leg. */
  lastMs: number
  /** Legs of a package without a code. */
  packaged: boolean
  /** Merged with other prints of its group. */
  swept: boolean
  /** In no row any more: merged into another one, or cancelled. */
  gone: boolean
  /** The walk over the prints of its contract that saw it last. */
  scan: number
  /** Since it was last told. */
  changed: boolean
  /** No leg can join it any more, and others are compared with it. */
  settled: boolean
  readonly volatility: number
  readonly volatilityReason: string
  /** Over the lowest of the contract within the hour before; NaN without one. */
  readonly volatilityRatio: number
  readonly delta: number
  alertTypes: readonly AlertType[]
  unusualScore: number
  rarity: number
  evidence: readonly number[]
}

/** Single-leg, priced by the open market: what can be bought or sold aggressively and swept. */
export function isOpenMarket({ kind, packaged }: Draft): boolean {
  return kind === 'regular' && !packaged
}

export function aggressorOf(draft: Draft): Direction {
  return isOpenMarket(draft) ? draft.direction : 0
}

export function priceOf({ notional, size }: Draft): number {
  return notional / size / STEPS_PER_USD
}

export function premiumOf(draft: Draft): number {
  return (draft.notional * draft.contract.multiplier) / STEPS_PER_USD
}

export const NO_EVIDENCE: readonly number[] = []

const BLOCK_SIZE = 500
const BLOCK_PREMIUM = 200_000

/** Precedence: multi_leg, floor, sweep, block, single. */
export function tradeTypeOf(draft: Draft): TradeType {
  if (draft.kind === 'complex' || draft.packaged) return 'multi_leg'
  if (draft.kind === 'floor') return 'floor'
  if (draft.swept || draft.coded) return 'sweep'
  if (draft.kind === 'cross' || draft.size >= BLOCK_SIZE || premiumOf(draft) >= BLOCK_PREMIUM) return 'block'
  return 'single'
}

/** As it stands at present; a row that was told does not change with the draft. */
export function rowOfDraft(draft: Draft, symbol: string, sessionDate: string, idPrefix: string): FlowRow {
  const { optionSymbol, optionType, strike, expirationDate, dte, openInterest } = draft.contract.identity
  const aggressor = aggressorOf(draft)
  return {
    id: flowId(idPrefix, draft.sequence),
    sequence: draft.sequence,
    symbol,
    sessionDate,
    executedAtMs: draft.executedAtMs,
    optionSymbol,
    optionType,
    strike,
    expirationDate,
    dte,
    side: draft.side,
    price: priceOf(draft),
    bid: draft.bid,
    ask: draft.ask,
    size: draft.size,
    premium: premiumOf(draft),
    underlyingPrice: draft.underlyingPrice,
    impliedVolatility: draft.volatility,
    volatilityReason: draft.volatilityReason,
    delta: draft.delta,
    openInterest,
    volume: draft.volume,
    tradeType: tradeTypeOf(draft),
    sentiment: sentimentOf(optionType, aggressor),
    aggressor,
    lowQuality: draft.lowQuality,
    legs: draft.legs,
    exchanges: draft.exchanges.length,
    alertTypes: draft.alertTypes,
    unusualScore: draft.unusualScore,
    rarity: draft.rarity,
    evidence: draft.evidence,
  }
}

/** What was told keeps its evidence; drafts that are only remembered would hold that of a whole session. */
export function dropEvidence(draft: Draft): void {
  if (draft.settled && !draft.changed) draft.evidence = NO_EVIDENCE
}
