/**
 * Final rows that a cancel may still change, as records outside of the heap: what the tape and the contract do not say
 * again. Most rows are one print, of which the tape says most.
 */
import { at } from '../../../lib/math/columns.ts'
import { NumberRecords } from '../../../lib/math/number-records.ts'
import type { TapePrints } from '../../../market/domain/options/option-tape.ts'
import { CONDITION_KINDS } from './condition-codes.ts'
import type { ContractState } from './contract-state.ts'
import { NO_EVIDENCE, type PendingRow } from './pending-row.ts'
import { isUsableQuote, priceSteps, SIDES, type Side, signOf } from './print-side.ts'
import type { FinalRows } from './recent-prints.ts'

/** Of each row. `swept`: the place of what only a swept row has; −1 for any other, which is as its print is on the tape. */
const REAL = { volatilityRatio: 0, count: 1 } as const
/** A pending row has them in single precision. */
const SINGLE = { volatility: 0, delta: 1, count: 2 } as const
const WHOLE = { sequence: 0, word: 1, swept: 2, count: 3 } as const

/** Of a row that was merged with others. */
const SWEPT_REAL = { notional: 0, size: 1, outside: 2, volume: 3, lastMs: 4, count: 5 } as const
const SWEPT_WHOLE = { legs: 0, exchanges: 1, scan: 2, users: 3, count: 4 } as const

/** Bits of the word. */
const CODED = 1
const PACKAGED = 2
const KIND_SHIFT = 2
const SIDE_SHIFT = 5
/** 1 + the direction. */
const DIRECTION_SHIFT = 8
const REASON_SHIFT = 10
const THREE_BITS = 7
const TWO_BITS = 3

/** Names of exchanges may have spaces. */
const BETWEEN_EXCHANGES = '\n'
const NONE = -1

/** What a cancel changes, and what only the merged prints together say. */
type Legs = Pick<PendingRow, 'size' | 'notional' | 'outside' | 'volume' | 'legs' | 'exchanges' | 'lastMs'>

export class SettledRows implements FinalRows {
  readonly #records = new NumberRecords(REAL.count, WHOLE.count, SINGLE.count)
  readonly #swept = new NumberRecords(SWEPT_REAL.count, SWEPT_WHOLE.count)
  /** The few reasons and combinations of exchanges of a session, in the order of their first use. */
  readonly #reasons: string[] = []
  readonly #exchanges: string[] = []
  readonly #placeOfExchanges = new Map<string, number>()
  /** Rows that were made again since the last report, by record: each is one object. */
  readonly #reopened = new Map<number, PendingRow>()

  /** The record of a row, which nothing uses yet. */
  add(row: PendingRow): number {
    const records = this.#records
    const record = records.add()
    records.setReal(record, REAL.volatilityRatio, row.volatilityRatio)
    records.setSingle(record, SINGLE.volatility, row.volatility)
    records.setSingle(record, SINGLE.delta, row.delta)
    records.setWhole(record, WHOLE.sequence, row.sequence)
    const word =
      (row.coded ? CODED : 0) |
      (row.packaged ? PACKAGED : 0) |
      (CONDITION_KINDS.indexOf(row.kind) << KIND_SHIFT) |
      (SIDES.indexOf(row.side) << SIDE_SHIFT) |
      ((1 + row.direction) << DIRECTION_SHIFT) |
      (placeIn(this.#reasons, row.volatilityReason) << REASON_SHIFT)
    records.setWhole(record, WHOLE.word, word)
    records.setWhole(record, WHOLE.swept, row.swept ? this.#addSwept(row) : NONE)
    return record
  }

  #addSwept(row: PendingRow): number {
    const swept = this.#swept
    const place = swept.add()
    swept.setReal(place, SWEPT_REAL.outside, row.outside)
    swept.setReal(place, SWEPT_REAL.volume, row.volume)
    swept.setReal(place, SWEPT_REAL.lastMs, row.lastMs)
    swept.setWhole(place, SWEPT_WHOLE.exchanges, this.#placeOf(row.exchanges))
    swept.setWhole(place, SWEPT_WHOLE.scan, 0)
    swept.setWhole(place, SWEPT_WHOLE.users, 0)
    this.#writeChangeable(place, row)
    return place
  }

  /** After a change of a row that was made again. A row of one print can only be withdrawn. */
  update(row: PendingRow): void {
    if (row.record >= 0 && row.swept) this.#writeChangeable(this.#sweptOf(row.record), row)
  }

  use(record: number): void {
    const swept = this.#sweptOf(record)
    if (swept !== NONE) this.#swept.addToWhole(swept, SWEPT_WHOLE.users, 1)
  }

  /** A row that is not swept has one print, which is its one user. */
  release(record: number): void {
    const swept = this.#sweptOf(record)
    if (swept !== NONE) {
      this.#swept.addToWhole(swept, SWEPT_WHOLE.users, -1)
      if (this.#swept.whole(swept, SWEPT_WHOLE.users) > 0) return
      this.#swept.remove(swept)
    }
    this.#reopened.delete(record)
    this.#records.remove(record)
  }

  /** Of a swept row. */
  sizeOf(record: number): number {
    return this.#swept.real(this.#sweptOf(record), SWEPT_REAL.size)
  }

  /** Of a swept row. */
  scanned(record: number, scan: number): number {
    const swept = this.#sweptOf(record)
    const before = this.#swept.whole(swept, SWEPT_WHOLE.scan)
    this.#swept.setWhole(swept, SWEPT_WHOLE.scan, scan)
    return before
  }

  /** The row of a record; the same object until `close`. */
  reopen(record: number, contract: ContractState<PendingRow>, tape: TapePrints): PendingRow {
    const known = this.#reopened.get(record)
    if (known) return known
    const row = this.#rowOf(record, contract, tape)
    this.#reopened.set(record, row)
    return row
  }

  /** Forgets the objects of rows that were made again. */
  close(): void {
    this.#reopened.clear()
  }

  #rowOf(record: number, contract: ContractState<PendingRow>, tape: TapePrints): PendingRow {
    const sequence = this.#records.whole(record, WHOLE.sequence)
    const word = this.#records.whole(record, WHOLE.word)
    const swept = this.#sweptOf(record)
    const side = SIDES[(word >> SIDE_SHIFT) & THREE_BITS] ?? 'mid'
    const bid = at(tape.bid, sequence)
    const ask = at(tape.ask, sequence)
    return {
      sequence,
      record,
      contract,
      kind: CONDITION_KINDS[(word >> KIND_SHIFT) & THREE_BITS] ?? 'regular',
      coded: (word & CODED) !== 0,
      executedAtMs: at(tape.executedAtMs, sequence),
      bid,
      ask,
      underlyingPrice: at(tape.underlyingPrice, sequence),
      direction: signOf(((word >> DIRECTION_SHIFT) & TWO_BITS) - 1),
      lowQuality: !isUsableQuote(bid, ask),
      side,
      ...(swept === NONE ? legOnTape(tape, sequence, side) : this.#legsOf(swept)),
      packaged: (word & PACKAGED) !== 0,
      swept: swept !== NONE,
      gone: false,
      scan: 0,
      changed: false,
      final: true,
      volatility: this.#records.single(record, SINGLE.volatility),
      volatilityReason: this.#reasons[word >> REASON_SHIFT] ?? '',
      volatilityRatio: this.#records.real(record, REAL.volatilityRatio),
      delta: this.#records.single(record, SINGLE.delta),
      alertTypes: [],
      unusualScore: 0,
      rarity: 0,
      evidence: NO_EVIDENCE,
      features: NO_EVIDENCE,
    }
  }

  #legsOf(swept: number): Legs {
    const real = (column: number) => this.#swept.real(swept, column)
    const exchanges = this.#exchanges[this.#swept.whole(swept, SWEPT_WHOLE.exchanges)]
    return {
      size: real(SWEPT_REAL.size),
      notional: real(SWEPT_REAL.notional),
      outside: real(SWEPT_REAL.outside),
      volume: real(SWEPT_REAL.volume),
      legs: this.#swept.whole(swept, SWEPT_WHOLE.legs),
      exchanges: exchanges?.split(BETWEEN_EXCHANGES) ?? [],
      lastMs: real(SWEPT_REAL.lastMs),
    }
  }

  /** What a cancel changes. */
  #writeChangeable(swept: number, row: PendingRow): void {
    this.#swept.setReal(swept, SWEPT_REAL.notional, row.notional)
    this.#swept.setReal(swept, SWEPT_REAL.size, row.size)
    this.#swept.setWhole(swept, SWEPT_WHOLE.legs, row.legs)
  }

  #sweptOf(record: number): number {
    return this.#records.whole(record, WHOLE.swept)
  }

  #placeOf(exchanges: string[]): number {
    const words = exchanges.join(BETWEEN_EXCHANGES)
    const known = this.#placeOfExchanges.get(words)
    if (known !== undefined) return known
    const place = this.#exchanges.push(words) - 1
    this.#placeOfExchanges.set(words, place)
    return place
  }
}

/** Of a row that is one print. */
function legOnTape(tape: TapePrints, sequence: number, side: Side): Legs {
  const size = at(tape.size, sequence)
  return {
    size,
    notional: priceSteps(at(tape.price, sequence)) * size,
    outside: side === 'above_ask' || side === 'below_bid' ? size : 0,
    volume: at(tape.volume, sequence),
    legs: 1,
    exchanges: [tape.exchange.at(sequence) ?? ''],
    lastMs: at(tape.executedAtMs, sequence),
  }
}

function placeIn(words: string[], word: string): number {
  const place = words.indexOf(word)
  return place >= 0 ? place : words.push(word) - 1
}
