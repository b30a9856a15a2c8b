/** One row of flow: a print, or the legs of a sweep merged into one, with what it means. Unknown numbers are NaN. */
import type { OptionType } from '../market/chain.ts'
import type { AlertType } from './alert-rules.ts'
import type { Direction, Side } from './print-side.ts'

export const TRADE_TYPES = ['sweep', 'block', 'multi_leg', 'floor', 'single'] as const

export type TradeType = (typeof TRADE_TYPES)[number]

export const SENTIMENTS = ['bullish', 'bearish', 'neutral'] as const

export type Sentiment = (typeof SENTIMENTS)[number]

export interface FlowRow {
  /** See `flowId`. */
  readonly id: string
  /** Place of its first print on the tape of the session, from 0. */
  readonly sequence: number
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  /** Of the first print. */
  readonly executedAtMs: number
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly optionType: OptionType
  readonly strike: number
  readonly expirationDate: string
  /** Calendar days from the session date. */
  readonly dte: number
  readonly side: Side
  /** USD per share; of merged prints the mean by contracts. */
  readonly price: number
  /** Quote in force before the first print. */
  readonly bid: number
  readonly ask: number
  /** Contracts. */
  readonly size: number
  /** USD: price × size × multiplier; NaN when an adjusted contract's deliverable is unknown. */
  readonly premium: number
  readonly underlyingPrice: number
  /** Decimal per year, of the price of the print. */
  readonly impliedVolatility: number
  /** Why there is no implied volatility; empty when there is one. */
  readonly volatilityReason: string
  readonly delta: number
  /** Contracts, of the evening before. */
  readonly openInterest: number
  /** Contracts of this contract traded in the session up to and including this row. */
  readonly volume: number
  readonly tradeType: TradeType
  readonly sentiment: Sentiment
  /**
   * Who was aggressive: 1 the buyer, −1 the seller, 0 nobody or no evidence (mid, legs of packages, floor, cross,
   * auction, late). It alone decides sentiment, net flow and what counts as buying.
   */
  readonly aggressor: Direction
  /** The quote could not tell the side: the tick test did, or nothing. */
  readonly lowQuality: boolean
  /** Prints that make up the row, and the exchanges they were executed on. */
  readonly legs: number
  readonly exchanges: number
  readonly alertTypes: readonly AlertType[]
  /** 0 to 100. */
  readonly unusualScore: number
  /** The score before the floor of the alert rules, not rounded: orders rows of equal score. */
  readonly rarity: number
  /** What the score was made of, for `scoreBreakdown`. */
  readonly evidence: readonly number[]
}

/** The sentiment of a print whose aggressor is known. */
export function sentimentOf(optionType: OptionType, aggressor: Direction): Sentiment {
  if (aggressor === 0) return 'neutral'
  return (optionType === 'call') === (aggressor === 1) ? 'bullish' : 'bearish'
}

/** Contracts traded in the session over open interest; NaN when open interest is 0 or unknown. */
export function volumeOiRatio({ volume, openInterest }: Pick<FlowRow, 'volume' | 'openInterest'>): number {
  return openInterest > 0 && volume >= 0 ? volume / openInterest : Number.NaN
}
