/**
 * The rows of a session in memory. An active session has hundreds of thousands: as plain objects with their evidence they
 * take 800 bytes of the heap each. Packed, they take 50, and some 120 in blocks outside of the heap.
 */
import type { OptionType } from '../../../market/domain/options/chain.ts'
import { flowId, flowIdPrefix } from '../flow-id.ts'
import { type FlowRow, SENTIMENTS, type Sentiment, TRADE_TYPES, type TradeType } from '../flow-row.ts'
import { type AlertType, alertBits, alertTypesIn } from '../score/alert-rules.ts'
import { EVIDENCE } from '../score/rarity-features.ts'
import { type NumberBlock, NumberBlocks } from './number-blocks.ts'
import { type Direction, SIDES, type Side } from './print-side.ts'

/** Numbers of a row; for a word its place in the list of these words. */
const COLUMN = {
  sequence: 0,
  executedAtMs: 1,
  price: 2,
  bid: 3,
  ask: 4,
  premium: 5,
  underlyingPrice: 6,
  impliedVolatility: 7,
  delta: 8,
  openInterest: 9,
  volume: 10,
  rarity: 11,
  size: 12,
  legs: 13,
  exchanges: 14,
  side: 15,
  tradeType: 16,
  sentiment: 17,
  aggressor: 18,
  lowQuality: 19,
  unusualScore: 20,
  volatilityReason: 21,
  alertTypes: 22,
  evidenceCount: 23,
  /** Rows without a score have none, or fewer. The model gives it in single precision. */
  evidence: 24,
  count: 24 + EVIDENCE.count,
} as const

/** What all rows of a contract share. */
type Contract = Pick<
  FlowRow,
  'symbol' | 'sessionDate' | 'optionSymbol' | 'optionType' | 'strike' | 'expirationDate' | 'dte'
>

/** The few reasons why a print has no volatility, in the order of their first use. */
const reasons: string[] = []

/** Packs rows of one session. */
export class RowPacker {
  readonly #contracts = new Map<string, Contract>()
  readonly #blocks = new NumberBlocks(COLUMN.count)

  /** An immutable copy. */
  pack(row: FlowRow): FlowRow {
    const { block, row: place } = this.#blocks.add((numbers, first) => write(numbers, first, row))
    return new PackedRow(block, place, this.#contractOf(row))
  }

  #contractOf({ symbol, sessionDate, optionSymbol, optionType, strike, expirationDate, dte }: FlowRow): Contract {
    const known = this.#contracts.get(optionSymbol)
    if (known) return known
    const contract = { symbol, sessionDate, optionSymbol, optionType, strike, expirationDate, dte }
    this.#contracts.set(optionSymbol, contract)
    return contract
  }
}

class PackedRow implements FlowRow {
  readonly #block: NumberBlock
  readonly #place: number
  readonly #contract: Contract

  constructor(block: NumberBlock, place: number, contract: Contract) {
    this.#block = block
    this.#place = place
    this.#contract = contract
  }

  get id(): string {
    return flowId(flowIdPrefix(this.#contract.sessionDate, this.#contract.symbol), this.sequence)
  }

  get symbol(): string {
    return this.#contract.symbol
  }

  get sessionDate(): string {
    return this.#contract.sessionDate
  }

  get optionSymbol(): string {
    return this.#contract.optionSymbol
  }

  get optionType(): OptionType {
    return this.#contract.optionType
  }

  get strike(): number {
    return this.#contract.strike
  }

  get expirationDate(): string {
    return this.#contract.expirationDate
  }

  get dte(): number {
    return this.#contract.dte
  }

  get sequence(): number {
    return this.#block.at(this.#place, COLUMN.sequence)
  }

  get executedAtMs(): number {
    return this.#block.at(this.#place, COLUMN.executedAtMs)
  }

  get side(): Side {
    return SIDES[this.#block.at(this.#place, COLUMN.side)] ?? 'mid'
  }

  get price(): number {
    return this.#block.at(this.#place, COLUMN.price)
  }

  get bid(): number {
    return this.#block.at(this.#place, COLUMN.bid)
  }

  get ask(): number {
    return this.#block.at(this.#place, COLUMN.ask)
  }

  get size(): number {
    return this.#block.at(this.#place, COLUMN.size)
  }

  get premium(): number {
    return this.#block.at(this.#place, COLUMN.premium)
  }

  get underlyingPrice(): number {
    return this.#block.at(this.#place, COLUMN.underlyingPrice)
  }

  get impliedVolatility(): number {
    return this.#block.at(this.#place, COLUMN.impliedVolatility)
  }

  get volatilityReason(): string {
    return reasons[this.#block.at(this.#place, COLUMN.volatilityReason)] ?? ''
  }

  get delta(): number {
    return this.#block.at(this.#place, COLUMN.delta)
  }

  get openInterest(): number {
    return this.#block.at(this.#place, COLUMN.openInterest)
  }

  get volume(): number {
    return this.#block.at(this.#place, COLUMN.volume)
  }

  get tradeType(): TradeType {
    return TRADE_TYPES[this.#block.at(this.#place, COLUMN.tradeType)] ?? 'single'
  }

  get sentiment(): Sentiment {
    return SENTIMENTS[this.#block.at(this.#place, COLUMN.sentiment)] ?? 'neutral'
  }

  get aggressor(): Direction {
    const aggressor = this.#block.at(this.#place, COLUMN.aggressor)
    if (aggressor === 0) return 0
    return aggressor > 0 ? 1 : -1
  }

  get lowQuality(): boolean {
    return this.#block.at(this.#place, COLUMN.lowQuality) === 1
  }

  get legs(): number {
    return this.#block.at(this.#place, COLUMN.legs)
  }

  get exchanges(): number {
    return this.#block.at(this.#place, COLUMN.exchanges)
  }

  get alertTypes(): readonly AlertType[] {
    return alertTypesIn(this.#block.at(this.#place, COLUMN.alertTypes))
  }

  get unusualScore(): number {
    return this.#block.at(this.#place, COLUMN.unusualScore)
  }

  get rarity(): number {
    return this.#block.at(this.#place, COLUMN.rarity)
  }

  get evidence(): readonly number[] {
    const count = this.#block.at(this.#place, COLUMN.evidenceCount)
    return Array.from({ length: count }, (_, index) => this.#block.at(this.#place, COLUMN.evidence + index))
  }

  /** A plain row, as its fields are not properties of its own. */
  toJSON(): FlowRow {
    return plainRow(this)
  }
}

/** The same row with its fields as properties of its own. */
export function plainRow(row: FlowRow): FlowRow {
  return {
    id: row.id,
    sequence: row.sequence,
    symbol: row.symbol,
    sessionDate: row.sessionDate,
    executedAtMs: row.executedAtMs,
    optionSymbol: row.optionSymbol,
    optionType: row.optionType,
    strike: row.strike,
    expirationDate: row.expirationDate,
    dte: row.dte,
    side: row.side,
    price: row.price,
    bid: row.bid,
    ask: row.ask,
    size: row.size,
    premium: row.premium,
    underlyingPrice: row.underlyingPrice,
    impliedVolatility: row.impliedVolatility,
    volatilityReason: row.volatilityReason,
    delta: row.delta,
    openInterest: row.openInterest,
    volume: row.volume,
    tradeType: row.tradeType,
    sentiment: row.sentiment,
    aggressor: row.aggressor,
    lowQuality: row.lowQuality,
    legs: row.legs,
    exchanges: row.exchanges,
    alertTypes: row.alertTypes,
    unusualScore: row.unusualScore,
    rarity: row.rarity,
    evidence: row.evidence,
  }
}

function write(numbers: Float64Array, first: number, row: FlowRow): void {
  numbers[first + COLUMN.sequence] = row.sequence
  numbers[first + COLUMN.executedAtMs] = row.executedAtMs
  numbers[first + COLUMN.price] = row.price
  numbers[first + COLUMN.bid] = row.bid
  numbers[first + COLUMN.ask] = row.ask
  numbers[first + COLUMN.premium] = row.premium
  numbers[first + COLUMN.underlyingPrice] = row.underlyingPrice
  numbers[first + COLUMN.impliedVolatility] = row.impliedVolatility
  numbers[first + COLUMN.delta] = row.delta
  numbers[first + COLUMN.openInterest] = row.openInterest
  numbers[first + COLUMN.volume] = row.volume
  numbers[first + COLUMN.rarity] = row.rarity
  numbers[first + COLUMN.size] = row.size
  numbers[first + COLUMN.legs] = row.legs
  numbers[first + COLUMN.exchanges] = row.exchanges
  numbers[first + COLUMN.side] = SIDES.indexOf(row.side)
  numbers[first + COLUMN.tradeType] = TRADE_TYPES.indexOf(row.tradeType)
  numbers[first + COLUMN.sentiment] = SENTIMENTS.indexOf(row.sentiment)
  numbers[first + COLUMN.aggressor] = row.aggressor
  numbers[first + COLUMN.lowQuality] = row.lowQuality ? 1 : 0
  numbers[first + COLUMN.unusualScore] = row.unusualScore
  numbers[first + COLUMN.volatilityReason] = placeOfReason(row.volatilityReason)
  numbers[first + COLUMN.alertTypes] = alertBits(row.alertTypes)
  numbers[first + COLUMN.evidenceCount] = row.evidence.length
  for (let index = 0; index < EVIDENCE.count; index++) {
    numbers[first + COLUMN.evidence + index] = row.evidence[index] ?? Number.NaN
  }
}

function placeOfReason(reason: string): number {
  const place = reasons.indexOf(reason)
  return place >= 0 ? place : reasons.push(reason) - 1
}
