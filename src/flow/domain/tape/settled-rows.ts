/**
 * Final rows that a cancel may still change, as records outside of the heap: what the tape and the contract do not say
 * again.
 */
import { at } from '../../../lib/math/columns.ts'
import { NumberRecords } from '../../../lib/math/number-records.ts'
import type { TapePrints } from '../../../market/domain/options/option-tape.ts'
import { CONDITION_KINDS } from './condition-codes.ts'
import type { ContractState } from './contract-state.ts'
import { NO_EVIDENCE, type PendingRow } from './pending-row.ts'
import { type Direction, isUsableQuote, SIDES } from './print-side.ts'
import type { FinalRows } from './recent-prints.ts'

const REAL = {
  notional: 0,
  size: 1,
  outside: 2,
  volume: 3,
  lastMs: 4,
  volatility: 5,
  volatilityRatio: 6,
  delta: 7,
  count: 8,
} as const

const WHOLE = {
  sequence: 0,
  legs: 1,
  kind: 2,
  side: 3,
  direction: 4,
  flags: 5,
  reason: 6,
  exchanges: 7,
  scan: 8,
  users: 9,
  count: 10,
} as const

/** Names of exchanges may have spaces. */
const BETWEEN_EXCHANGES = '\n'
const CODED = 1
const PACKAGED = 2
const SWEPT = 4

export class SettledRows implements FinalRows {
  readonly #records = new NumberRecords(REAL.count, WHOLE.count)
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
    records.setReal(record, REAL.outside, row.outside)
    records.setReal(record, REAL.volume, row.volume)
    records.setReal(record, REAL.lastMs, row.lastMs)
    records.setReal(record, REAL.volatility, row.volatility)
    records.setReal(record, REAL.volatilityRatio, row.volatilityRatio)
    records.setReal(record, REAL.delta, row.delta)
    records.setWhole(record, WHOLE.sequence, row.sequence)
    records.setWhole(record, WHOLE.kind, CONDITION_KINDS.indexOf(row.kind))
    records.setWhole(record, WHOLE.side, SIDES.indexOf(row.side))
    records.setWhole(record, WHOLE.direction, row.direction)
    const flags = (row.coded ? CODED : 0) | (row.packaged ? PACKAGED : 0) | (row.swept ? SWEPT : 0)
    records.setWhole(record, WHOLE.flags, flags)
    records.setWhole(record, WHOLE.reason, placeIn(this.#reasons, row.volatilityReason))
    records.setWhole(record, WHOLE.exchanges, this.#placeOf(row.exchanges))
    records.setWhole(record, WHOLE.scan, 0)
    records.setWhole(record, WHOLE.users, 0)
    this.#writeChangeable(record, row)
    return record
  }

  /** After a change of a row that was made again. */
  update(row: PendingRow): void {
    if (row.record >= 0) this.#writeChangeable(row.record, row)
  }

  use(record: number): void {
    this.#records.setWhole(record, WHOLE.users, this.#whole(record, WHOLE.users) + 1)
  }

  release(record: number): void {
    const users = this.#whole(record, WHOLE.users) - 1
    this.#records.setWhole(record, WHOLE.users, users)
    if (users > 0) return
    this.#reopened.delete(record)
    this.#records.remove(record)
  }

  sizeOf(record: number): number {
    return this.#real(record, REAL.size)
  }

  scanned(record: number, scan: number): number {
    const before = this.#whole(record, WHOLE.scan)
    this.#records.setWhole(record, WHOLE.scan, scan)
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
    const sequence = this.#whole(record, WHOLE.sequence)
    const flags = this.#whole(record, WHOLE.flags)
    const bid = at(tape.bid, sequence)
    const ask = at(tape.ask, sequence)
    return {
      sequence,
      record,
      contract,
      kind: CONDITION_KINDS[this.#whole(record, WHOLE.kind)] ?? 'regular',
      coded: (flags & CODED) !== 0,
      executedAtMs: at(tape.executedAtMs, sequence),
      bid,
      ask,
      underlyingPrice: at(tape.underlyingPrice, sequence),
      direction: directionOf(this.#whole(record, WHOLE.direction)),
      lowQuality: !isUsableQuote(bid, ask),
      side: SIDES[this.#whole(record, WHOLE.side)] ?? 'mid',
      size: this.sizeOf(record),
      notional: this.#real(record, REAL.notional),
      outside: this.#real(record, REAL.outside),
      volume: this.#real(record, REAL.volume),
      legs: this.#whole(record, WHOLE.legs),
      exchanges: this.#exchanges[this.#whole(record, WHOLE.exchanges)]?.split(BETWEEN_EXCHANGES) ?? [],
      lastMs: this.#real(record, REAL.lastMs),
      packaged: (flags & PACKAGED) !== 0,
      swept: (flags & SWEPT) !== 0,
      gone: false,
      scan: 0,
      changed: false,
      final: true,
      volatility: this.#real(record, REAL.volatility),
      volatilityReason: this.#reasons[this.#whole(record, WHOLE.reason)] ?? '',
      volatilityRatio: this.#real(record, REAL.volatilityRatio),
      delta: this.#real(record, REAL.delta),
      alertTypes: [],
      unusualScore: 0,
      rarity: 0,
      evidence: NO_EVIDENCE,
      features: NO_EVIDENCE,
    }
  }

  /** What a cancel changes. */
  #writeChangeable(record: number, row: PendingRow): void {
    const records = this.#records
    records.setReal(record, REAL.notional, row.notional)
    records.setReal(record, REAL.size, row.size)
    records.setWhole(record, WHOLE.legs, row.legs)
  }

  #placeOf(exchanges: string[]): number {
    const words = exchanges.length === 1 ? (exchanges[0] ?? '') : exchanges.join(BETWEEN_EXCHANGES)
    const known = this.#placeOfExchanges.get(words)
    if (known !== undefined) return known
    const place = this.#exchanges.push(words) - 1
    this.#placeOfExchanges.set(words, place)
    return place
  }

  #real(record: number, column: number): number {
    return this.#records.real(record, column)
  }

  #whole(record: number, column: number): number {
    return this.#records.whole(record, column)
  }
}

function placeIn(words: string[], word: string): number {
  const place = words.indexOf(word)
  return place >= 0 ? place : words.push(word) - 1
}

function directionOf(sign: number): Direction {
  if (sign === 0) return 0
  return sign > 0 ? 1 : -1
}
