/**
 * The rows of a session in memory. An active session has hundreds of thousands: as plain objects with their evidence they
 * take 800 bytes of the heap each. Packed, they take 60, and their numbers lie in blocks outside of the heap.
 */
import type { OptionType } from '../../../market/domain/options/chain.ts'
import { flowId, flowIdPrefix } from '../flow-id.ts'
import { type FlowRow, SENTIMENTS, type Sentiment, TRADE_TYPES, type TradeType } from '../flow-row.ts'
import { type AlertType, alertBits, alertTypesIn } from '../score/alert-rules.ts'
import { EVIDENCE } from '../score/rarity-features.ts'
import { type Direction, SIDES, type Side } from './print-side.ts'

/** A block is a tenth of a megabyte. */
const BLOCK_ROWS = 256

/** Columns of a block for numbers with fractions, or that may be unknown; the evidence follows them. */
const REAL = {
  executedAtMs: 0,
  price: 1,
  bid: 2,
  ask: 3,
  premium: 4,
  underlyingPrice: 5,
  impliedVolatility: 6,
  delta: 7,
  openInterest: 8,
  volume: 9,
  rarity: 10,
  size: 11,
  count: 12,
} as const

/** Columns of a block for counts, and for the places of words in their lists. */
const WHOLE = {
  sequence: 0,
  side: 1,
  tradeType: 2,
  sentiment: 3,
  aggressor: 4,
  lowQuality: 5,
  legs: 6,
  exchanges: 7,
  alertTypes: 8,
  unusualScore: 9,
  volatilityReason: 10,
  count: 11,
} as const

interface Block {
  readonly reals: Float64Array
  readonly wholes: Int32Array
  /** Of each row; rows without a score have none, or fewer. */
  readonly evidence: Float64Array
  readonly evidenceCounts: Uint8Array
}

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
  #block: Block = newBlock()
  #place = 0

  /** An immutable copy. */
  pack(row: FlowRow): FlowRow {
    if (this.#place === BLOCK_ROWS) {
      this.#block = newBlock()
      this.#place = 0
    }
    const place = this.#place++
    write(this.#block, place, row)
    return new PackedRow(this.#block, place, this.#contractOf(row))
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
  readonly #block: Block
  readonly #place: number
  readonly #contract: Contract

  constructor(block: Block, place: number, contract: Contract) {
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
    return this.#whole(WHOLE.sequence)
  }

  get executedAtMs(): number {
    return this.#real(REAL.executedAtMs)
  }

  get side(): Side {
    return SIDES[this.#whole(WHOLE.side)] ?? 'mid'
  }

  get price(): number {
    return this.#real(REAL.price)
  }

  get bid(): number {
    return this.#real(REAL.bid)
  }

  get ask(): number {
    return this.#real(REAL.ask)
  }

  get size(): number {
    return this.#real(REAL.size)
  }

  get premium(): number {
    return this.#real(REAL.premium)
  }

  get underlyingPrice(): number {
    return this.#real(REAL.underlyingPrice)
  }

  get impliedVolatility(): number {
    return this.#real(REAL.impliedVolatility)
  }

  get volatilityReason(): string {
    return reasons[this.#whole(WHOLE.volatilityReason)] ?? ''
  }

  get delta(): number {
    return this.#real(REAL.delta)
  }

  get openInterest(): number {
    return this.#real(REAL.openInterest)
  }

  get volume(): number {
    return this.#real(REAL.volume)
  }

  get tradeType(): TradeType {
    return TRADE_TYPES[this.#whole(WHOLE.tradeType)] ?? 'single'
  }

  get sentiment(): Sentiment {
    return SENTIMENTS[this.#whole(WHOLE.sentiment)] ?? 'neutral'
  }

  get aggressor(): Direction {
    const aggressor = this.#whole(WHOLE.aggressor)
    if (aggressor === 0) return 0
    return aggressor > 0 ? 1 : -1
  }

  get lowQuality(): boolean {
    return this.#whole(WHOLE.lowQuality) === 1
  }

  get legs(): number {
    return this.#whole(WHOLE.legs)
  }

  get exchanges(): number {
    return this.#whole(WHOLE.exchanges)
  }

  get alertTypes(): readonly AlertType[] {
    return alertTypesIn(this.#whole(WHOLE.alertTypes))
  }

  get unusualScore(): number {
    return this.#whole(WHOLE.unusualScore)
  }

  get rarity(): number {
    return this.#real(REAL.rarity)
  }

  get evidence(): readonly number[] {
    const first = this.#place * EVIDENCE.count
    const count = this.#block.evidenceCounts[this.#place] ?? 0
    return [...this.#block.evidence.subarray(first, first + count)]
  }

  /** A plain row, as its fields are not properties of its own. */
  toJSON(): FlowRow {
    return plainRow(this)
  }

  #real(column: number): number {
    return this.#block.reals[this.#place * REAL.count + column] ?? Number.NaN
  }

  #whole(column: number): number {
    return this.#block.wholes[this.#place * WHOLE.count + column] ?? 0
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

function newBlock(): Block {
  return {
    reals: new Float64Array(BLOCK_ROWS * REAL.count),
    wholes: new Int32Array(BLOCK_ROWS * WHOLE.count),
    evidence: new Float64Array(BLOCK_ROWS * EVIDENCE.count),
    evidenceCounts: new Uint8Array(BLOCK_ROWS),
  }
}

function write({ reals, wholes, evidence, evidenceCounts }: Block, place: number, row: FlowRow): void {
  const real = place * REAL.count
  reals[real + REAL.executedAtMs] = row.executedAtMs
  reals[real + REAL.price] = row.price
  reals[real + REAL.bid] = row.bid
  reals[real + REAL.ask] = row.ask
  reals[real + REAL.premium] = row.premium
  reals[real + REAL.underlyingPrice] = row.underlyingPrice
  reals[real + REAL.impliedVolatility] = row.impliedVolatility
  reals[real + REAL.delta] = row.delta
  reals[real + REAL.openInterest] = row.openInterest
  reals[real + REAL.volume] = row.volume
  reals[real + REAL.rarity] = row.rarity
  reals[real + REAL.size] = row.size
  const whole = place * WHOLE.count
  wholes[whole + WHOLE.sequence] = row.sequence
  wholes[whole + WHOLE.side] = SIDES.indexOf(row.side)
  wholes[whole + WHOLE.tradeType] = TRADE_TYPES.indexOf(row.tradeType)
  wholes[whole + WHOLE.sentiment] = SENTIMENTS.indexOf(row.sentiment)
  wholes[whole + WHOLE.aggressor] = row.aggressor
  wholes[whole + WHOLE.lowQuality] = row.lowQuality ? 1 : 0
  wholes[whole + WHOLE.legs] = row.legs
  wholes[whole + WHOLE.exchanges] = row.exchanges
  wholes[whole + WHOLE.alertTypes] = alertBits(row.alertTypes)
  wholes[whole + WHOLE.unusualScore] = row.unusualScore
  wholes[whole + WHOLE.volatilityReason] = placeOfReason(row.volatilityReason)
  evidence.set(row.evidence, place * EVIDENCE.count)
  evidenceCounts[place] = row.evidence.length
}

function placeOfReason(reason: string): number {
  const place = reasons.indexOf(reason)
  return place >= 0 ? place : reasons.push(reason) - 1
}
