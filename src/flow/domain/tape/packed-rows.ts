/**
 * The rows of a session in memory. An active session has hundreds of thousands: as plain objects with their evidence they
 * take 800 bytes of the heap each. Packed, they take 60, and 194 in blocks outside of the heap.
 */
import type { OptionType } from '../../../market/domain/options/chain.ts'
import { flowId, flowIdPrefix } from '../flow-id.ts'
import { type FlowRow, SENTIMENTS, type Sentiment, TRADE_TYPES, type TradeType } from '../flow-row.ts'
import { type AlertType, alertBits, alertTypesIn } from '../score/alert-rules.ts'
import { EVIDENCE } from '../score/rarity-features.ts'
import { type Direction, SIDES, type Side } from './print-side.ts'

/** A block then fills six pages of memory, a size that allocators give out without a remainder. */
const BLOCK_ROWS = 126

/** Columns of a block for numbers with fractions, or that may be unknown. */
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

/** Columns of a block for counts without a bound. */
const WHOLE = { sequence: 0, legs: 1, exchanges: 2, count: 3 } as const

/** Columns of a block for places of words in their lists, and for numbers below 256. */
const SMALL = {
  side: 0,
  tradeType: 1,
  sentiment: 2,
  /** One more than it is. */
  aggressor: 3,
  lowQuality: 4,
  unusualScore: 5,
  volatilityReason: 6,
  evidenceCount: 7,
  count: 8,
} as const

interface Block {
  readonly reals: Float64Array
  readonly wholes: Int32Array
  readonly smalls: Uint8Array
  readonly alertTypes: Uint16Array
  /** Of each row; rows without a score have none, or fewer. The model gives it in single precision. */
  readonly evidence: Float32Array
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
    return SIDES[this.#small(SMALL.side)] ?? 'mid'
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
    return reasons[this.#small(SMALL.volatilityReason)] ?? ''
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
    return TRADE_TYPES[this.#small(SMALL.tradeType)] ?? 'single'
  }

  get sentiment(): Sentiment {
    return SENTIMENTS[this.#small(SMALL.sentiment)] ?? 'neutral'
  }

  get aggressor(): Direction {
    const aggressor = this.#small(SMALL.aggressor) - 1
    if (aggressor === 0) return 0
    return aggressor > 0 ? 1 : -1
  }

  get lowQuality(): boolean {
    return this.#small(SMALL.lowQuality) === 1
  }

  get legs(): number {
    return this.#whole(WHOLE.legs)
  }

  get exchanges(): number {
    return this.#whole(WHOLE.exchanges)
  }

  get alertTypes(): readonly AlertType[] {
    return alertTypesIn(this.#block.alertTypes[this.#place] ?? 0)
  }

  get unusualScore(): number {
    return this.#small(SMALL.unusualScore)
  }

  get rarity(): number {
    return this.#real(REAL.rarity)
  }

  get evidence(): readonly number[] {
    const first = this.#place * EVIDENCE.count
    const count = this.#small(SMALL.evidenceCount)
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

  #small(column: number): number {
    return this.#block.smalls[this.#place * SMALL.count + column] ?? 0
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

/** One buffer for all columns: each buffer of its own takes some hundred bytes more. */
function newBlock(): Block {
  const realBytes = 8 * BLOCK_ROWS * REAL.count
  const evidenceBytes = 4 * BLOCK_ROWS * EVIDENCE.count
  const wholeBytes = 4 * BLOCK_ROWS * WHOLE.count
  const alertBytes = 2 * BLOCK_ROWS
  const smallBytes = BLOCK_ROWS * SMALL.count
  const buffer = new ArrayBuffer(realBytes + evidenceBytes + wholeBytes + alertBytes + smallBytes)
  let offset = 0
  const next = (bytes: number) => {
    const start = offset
    offset += bytes
    return start
  }
  return {
    reals: new Float64Array(buffer, next(realBytes), BLOCK_ROWS * REAL.count),
    evidence: new Float32Array(buffer, next(evidenceBytes), BLOCK_ROWS * EVIDENCE.count),
    wholes: new Int32Array(buffer, next(wholeBytes), BLOCK_ROWS * WHOLE.count),
    alertTypes: new Uint16Array(buffer, next(alertBytes), BLOCK_ROWS),
    smalls: new Uint8Array(buffer, next(smallBytes), BLOCK_ROWS * SMALL.count),
  }
}

function write({ reals, wholes, smalls, alertTypes, evidence }: Block, place: number, row: FlowRow): void {
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
  wholes[whole + WHOLE.legs] = row.legs
  wholes[whole + WHOLE.exchanges] = row.exchanges
  const small = place * SMALL.count
  smalls[small + SMALL.side] = SIDES.indexOf(row.side)
  smalls[small + SMALL.tradeType] = TRADE_TYPES.indexOf(row.tradeType)
  smalls[small + SMALL.sentiment] = SENTIMENTS.indexOf(row.sentiment)
  smalls[small + SMALL.aggressor] = row.aggressor + 1
  smalls[small + SMALL.lowQuality] = row.lowQuality ? 1 : 0
  smalls[small + SMALL.unusualScore] = row.unusualScore
  smalls[small + SMALL.volatilityReason] = placeOfReason(row.volatilityReason)
  smalls[small + SMALL.evidenceCount] = row.evidence.length
  alertTypes[place] = alertBits(row.alertTypes)
  evidence.set(row.evidence, place * EVIDENCE.count)
}

function placeOfReason(reason: string): number {
  const place = reasons.indexOf(reason)
  return place >= 0 ? place : reasons.push(reason) - 1
}
