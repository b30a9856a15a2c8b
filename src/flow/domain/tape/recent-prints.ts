/**
 * The prints of all contracts of a session that later prints may refer to: repeat, cancel, or resemble. Each is a record
 * outside of the heap with its row, which is an object only until it is final: an active session has tens of thousands.
 */
import { NumberRecords } from '../../../lib/math/number-records.ts'
import { aggressorOf, type ContractRow } from './contract-row.ts'
import { SIDES, type Side } from './print-side.ts'

/** A print as it is on the tape. */
export interface NewPrint {
  readonly executedAtMs: number
  /** Hundredths of a cent. */
  readonly steps: number
  readonly price: number
  readonly size: number
  readonly exchange: string
  readonly condition: string
  readonly tapeVolume: number
}

/** Rows that are final, as records. A record is kept while a print uses it. */
export interface FinalRows {
  use(record: number): void
  release(record: number): void
  /** Contracts. */
  sizeOf(record: number): number
  /** Sets the number of the last scan that visited it, and returns the one before. */
  scanned(record: number, scan: number): number
}

const REAL = { executedAtMs: 0, steps: 1, tapeVolume: 2, count: 3 } as const
const WHOLE = { size: 0, state: 1, side: 2, aggressor: 3, record: 4, count: 5 } as const
const NONE = -1

/** States of a print. A final row of one print is read here alone, which most rows are. */
const OPEN = 0
const FINAL = 1
/** Its row is final, and of several prints. */
const SHARED = 2
const CANCELLED = 3

export class RecentPrints<Row extends ContractRow> {
  readonly #finals: FinalRows
  readonly #records = new NumberRecords(REAL.count, WHOLE.count)
  /** By place; they are the texts of the tape. */
  readonly #exchanges: string[] = []
  readonly #conditions: string[] = []
  /** By place; null when the row is final, and its record is kept instead, or when the print was cancelled. */
  readonly #rows: (Row | null)[] = []

  constructor(finals: FinalRows) {
    this.#finals = finals
  }

  /** The place of the print. */
  add({ executedAtMs, steps, size, exchange, condition, tapeVolume }: NewPrint, row: Row): number {
    const records = this.#records
    const place = records.add()
    records.setReal(place, REAL.executedAtMs, executedAtMs)
    records.setReal(place, REAL.steps, steps)
    records.setReal(place, REAL.tapeVolume, tapeVolume)
    records.setWhole(place, WHOLE.size, size)
    records.setWhole(place, WHOLE.state, OPEN)
    records.setWhole(place, WHOLE.record, NONE)
    this.#exchanges[place] = exchange
    this.#conditions[place] = condition
    this.#rows[place] = row
    return place
  }

  remove(place: number): void {
    this.#dropRow(place)
    this.#records.remove(place)
  }

  executedAtMs(place: number): number {
    return this.#records.real(place, REAL.executedAtMs)
  }

  steps(place: number): number {
    return this.#records.real(place, REAL.steps)
  }

  /** Contracts. */
  size(place: number): number {
    return this.#records.whole(place, WHOLE.size)
  }

  isCancelled(place: number): boolean {
    return this.#records.whole(place, WHOLE.state) === CANCELLED
  }

  /** Its row is needed no more. */
  cancel(place: number): void {
    this.#records.setWhole(place, WHOLE.state, CANCELLED)
    this.#dropRow(place)
  }

  /** The same time, price, size, exchange, condition and cumulative volume. */
  isSame(place: number, print: NewPrint): boolean {
    return (
      this.executedAtMs(place) === print.executedAtMs &&
      this.steps(place) === print.steps &&
      this.size(place) === print.size &&
      this.#exchanges[place] === print.exchange &&
      this.#conditions[place] === print.condition &&
      Object.is(this.#records.real(place, REAL.tapeVolume), print.tapeVolume)
    )
  }

  /** Null when it is final, or the print was cancelled. */
  row(place: number): Row | null {
    return this.#rows[place] ?? null
  }

  /** The record of its final row; −1 without one. */
  record(place: number): number {
    return this.#records.whole(place, WHOLE.record)
  }

  setRow(place: number, row: Row): void {
    this.#rows[place] = row
  }

  /** Replaces a row by its record; of several prints if it is `shared`. */
  settle(place: number, row: Row, record: number, shared: boolean): void {
    const records = this.#records
    this.#rows[place] = null
    records.setWhole(place, WHOLE.state, shared ? SHARED : FINAL)
    records.setWhole(place, WHOLE.side, SIDES.indexOf(row.side))
    records.setWhole(place, WHOLE.aggressor, aggressorOf(row))
    records.setWhole(place, WHOLE.record, record)
    this.#finals.use(record)
  }

  /** Contracts of its row; 0 if the print was cancelled, or the scan has met the row: the legs of a sweep have one. */
  sizeInScan(place: number, scan: number): number {
    const state = this.#records.whole(place, WHOLE.state)
    if (state === FINAL) return this.size(place)
    if (state === SHARED) {
      const record = this.record(place)
      return this.#finals.scanned(record, scan) === scan ? 0 : this.#finals.sizeOf(record)
    }
    const row = this.#rows[place]
    if (!row || row.scan === scan) return 0
    row.scan = scan
    return row.size
  }

  /** Of the row of a print that was not cancelled. */
  sideOfRow(place: number): Side {
    return this.#rows[place]?.side ?? SIDES[this.#records.whole(place, WHOLE.side)] ?? 'mid'
  }

  /** 1 bought, −1 sold, 0 neither. */
  aggressorOfRow(place: number): number {
    const row = this.#rows[place]
    return row ? aggressorOf(row) : this.#records.whole(place, WHOLE.aggressor)
  }

  #dropRow(place: number): void {
    this.#rows[place] = null
    const record = this.record(place)
    if (record === NONE) return
    this.#records.setWhole(place, WHOLE.record, NONE)
    this.#finals.release(record)
  }
}
