/** A row of flow: a print, or the merged legs of a sweep, with its classification. Unknown numbers are NaN. */
import type { OptionType } from '../../market/domain/options/chain.ts'
import type { AlertType } from './score/alert-rules.ts'
import type { Direction, Side } from './tape/print-side.ts'

export const TRADE_TYPES = ['sweep', 'block', 'multi_leg', 'floor', 'single'] as const

export type TradeType = (typeof TRADE_TYPES)[number]

export const SENTIMENTS = ['bullish', 'bearish', 'neutral'] as const

export type Sentiment = (typeof SENTIMENTS)[number]

export interface FlowRow {
  /** See `flowId`. */
  readonly id: string
  /** Position of its first print on the tape of the session, from 0. */
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
  /** USD per share; of merged prints, the volume-weighted mean. */
  readonly price: number
  /** Quote before the first print. */
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
   * 1: the buyer, −1: the seller, 0: neither or unknown (mid, legs of packages, floor, cross, auction, late). Sentiment,
   * net flow and buy counts depend only on it.
   */
  readonly aggressor: Direction
  /** The quote was locked, crossed or one-sided: the side is from the tick test, or mid. */
  readonly lowQuality: boolean
  /** Prints that make up the row, and the exchanges they were executed on. */
  readonly legs: number
  readonly exchanges: number
  readonly alertTypes: readonly AlertType[]
  /** 0 to 100. */
  readonly unusualScore: number
  /** The score, not rounded. */
  readonly rarity: number
  /** Inputs of the score for `scoreBreakdown`, at the indices of `EVIDENCE`. */
  readonly evidence: readonly number[]
}

/** Bullish: calls bought or puts sold; bearish: the reverse; neutral without an aggressor. */
export function sentimentOf(optionType: OptionType, aggressor: Direction): Sentiment {
  if (aggressor === 0) return 'neutral'
  return (optionType === 'call') === (aggressor === 1) ? 'bullish' : 'bearish'
}

/** Who traded at which side of the quote, in words: `bought at the ask`. Without an aggressor, why there is none. */
export function sentimentReason({ aggressor, side, tradeType, lowQuality }: FlowRow): string {
  if (aggressor === 0) return side === 'mid' ? 'between bid and ask' : (NO_AGGRESSOR[tradeType] ?? 'aggressor unknown')
  const trade = aggressor === 1 ? 'bought' : 'sold'
  return lowQuality ? `${trade}, by the tick test` : `${trade} ${SIDE_WORDS[side]}`
}

const NO_AGGRESSOR: Readonly<Partial<Record<TradeType, string>>> = {
  multi_leg: 'leg of a package',
  floor: 'on a trading floor',
}

const SIDE_WORDS: Readonly<Record<Side, string>> = {
  above_ask: 'above the ask',
  at_ask: 'at the ask',
  mid: 'at the mid',
  at_bid: 'at the bid',
  below_bid: 'below the bid',
}

/** Contracts traded in the session over open interest; NaN when open interest is 0 or unknown. */
export function volumeOiRatio({ volume, openInterest }: Pick<FlowRow, 'volume' | 'openInterest'>): number {
  return openInterest > 0 && volume >= 0 ? volume / openInterest : Number.NaN
}
