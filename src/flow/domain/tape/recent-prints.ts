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
  /** Contracts of a row of several prints. */
  sizeOf(record: number): number
  /** Sets the number of the last scan that visited a row of several prints, and returns the one before. */
  scanned(record: number, scan: number): number
}

const REAL = { executedAtMs: 0, steps: 1, tapeVolume: 2, count: 3 } as const
/**
 * `kept`: the place of its row among the open ones, and its record when it is final. `before` and `after`: the places of
 * the prints of its contract beside it.
 */
const WHOLE = { size: 0, word: 1, kept: 2, before: 3, after: 4, count: 5 } as const
const NONE = -1

/** States of a print, the lowest bits of its word. A final row of one print is read here alone, which most rows are. */
const OPEN = 0
const FINAL = 1
/** Its row is final, and of several prints. */
const SHARED = 2
const CANCELLED = 3
const STATE = 3

/**
 * Above the state: the side of a final row, and 1 + its aggressor; then whether no print of its contract that came before
 * was executed later; then the place of the print's texts.
 */
const SIDE_SHIFT = 2
const SIDE = 7
const AGGRESSOR_SHIFT = 5
const AGGRESSOR = 3
const NEWEST = 1 << 7
const TEXTS_SHIFT = 8
const ROW_BITS = NEWEST - 1

/** `before`: the place of the print of its contract that came before; −1 for the first. */
interface PrintOrder {
  readonly before: number
  /** No print of its contract that came before was executed later. */
  readonly isNewest: boolean
}

export class RecentPrints<Row extends ContractRow> {
  readonly #finals: FinalRows
  readonly #records = new NumberRecords(REAL.count, WHOLE.count)
  /** By exchange and condition, of which a tape has few: a number that stands for both in a record. */
  readonly #texts = new Map<string, Map<string, number>>()
  #textCount = 0
  /** Rows of open prints; null where there is none any more. */
  readonly #rows: (Row | null)[] = []
  readonly #free: number[] = []
  #scans = 0

  constructor(finals: FinalRows) {
    this.#finals = finals
  }

  /** Returns the place of the new print. */
  add(print: NewPrint, row: Row, { before, isNewest }: PrintOrder): number {
    const records = this.#records
    const place = records.add()
    records.setReal(place, REAL.executedAtMs, print.executedAtMs)
    records.setReal(place, REAL.steps, print.steps)
    records.setReal(place, REAL.tapeVolume, print.tapeVolume)
    records.setWhole(place, WHOLE.size, print.size)
    records.setWhole(place, WHOLE.word, OPEN | (isNewest ? NEWEST : 0) | (this.#textsOf(print) << TEXTS_SHIFT))
    records.setWhole(place, WHOLE.kept, this.#keep(row))
    records.setWhole(place, WHOLE.before, before)
    records.setWhole(place, WHOLE.after, NONE)
    if (before !== NONE) records.setWhole(before, WHOLE.after, place)
    return place
  }

  remove(place: number): void {
    this.#dropRow(place)
    this.#records.remove(place)
  }

  /** −1 without one. */
  before(place: number): number {
    return this.#records.whole(place, WHOLE.before)
  }

  /** −1 without one. */
  after(place: number): number {
    return this.#records.whole(place, WHOLE.after)
  }

  /** Those before it are its neighbours no more. */
  begin(place: number): void {
    this.#records.setWhole(place, WHOLE.before, NONE)
  }

  executedAtMs(place: number): number {
    return this.#records.real(place, REAL.executedAtMs)
  }

  /**
   * Whether this print and all of its contract that came before it were executed before an instant. False for late reports,
   * which say nothing about those before them.
   */
  allBefore(ms: number, place: number): boolean {
    return this.executedAtMs(place) < ms && (this.#word(place) & NEWEST) !== 0
  }

  steps(place: number): number {
    return this.#records.real(place, REAL.steps)
  }

  /** Contracts. */
  size(place: number): number {
    return this.#records.whole(place, WHOLE.size)
  }

  isCancelled(place: number): boolean {
    return this.#state(place) === CANCELLED
  }

  /** Its row is needed no more. */
  cancel(place: number): void {
    this.#dropRow(place)
    this.#writeRow(place, CANCELLED)
  }

  /** The same time, price, size, exchange, condition and cumulative volume. */
  isSame(place: number, print: NewPrint): boolean {
    return (
      this.executedAtMs(place) === print.executedAtMs &&
      this.steps(place) === print.steps &&
      this.size(place) === print.size &&
      Object.is(this.#records.real(place, REAL.tapeVolume), print.tapeVolume) &&
      this.#word(place) >> TEXTS_SHIFT === this.#textsOf(print)
    )
  }

  /** Null when it is final, or the print was cancelled. */
  row(place: number): Row | null {
    return this.#state(place) === OPEN ? (this.#rows[this.#kept(place)] ?? null) : null
  }

  /** The record of its final row; −1 without one. */
  record(place: number): number {
    const state = this.#state(place)
    return state === FINAL || state === SHARED ? this.#kept(place) : NONE
  }

  /** Of an open print. */
  setRow(place: number, row: Row): void {
    this.#rows[this.#kept(place)] = row
  }

  /** Replaces a row by its record; of several prints if it is `shared`. */
  settle(place: number, row: Row, record: number, shared: boolean): void {
    this.#dropRow(place)
    const side = SIDES.indexOf(row.side) << SIDE_SHIFT
    const aggressor = (1 + aggressorOf(row)) << AGGRESSOR_SHIFT
    this.#writeRow(place, (shared ? SHARED : FINAL) | side | aggressor)
    this.#records.setWhole(place, WHOLE.kept, record)
    this.#finals.use(record)
  }

  /** The number of a new scan. */
  nextScan(): number {
    return ++this.#scans
  }

  /** Contracts of its row; 0 if the print was cancelled, or the scan has met the row: the legs of a sweep have one. */
  sizeInScan(place: number, scan: number): number {
    const state = this.#state(place)
    if (state === FINAL) return this.size(place)
    if (state === SHARED) {
      const record = this.#kept(place)
      return this.#finals.scanned(record, scan) === scan ? 0 : this.#finals.sizeOf(record)
    }
    const row = this.row(place)
    if (!row || row.scan === scan) return 0
    row.scan = scan
    return row.size
  }

  /** Of the row of a print that was not cancelled. */
  sideOfRow(place: number): Side {
    return this.row(place)?.side ?? SIDES[(this.#word(place) >> SIDE_SHIFT) & SIDE] ?? 'mid'
  }

  /** 1 bought, −1 sold, 0 neither. */
  aggressorOfRow(place: number): number {
    const row = this.row(place)
    return row ? aggressorOf(row) : ((this.#word(place) >> AGGRESSOR_SHIFT) & AGGRESSOR) - 1
  }

  /** The place of a row among the open ones. */
  #keep(row: Row): number {
    const kept = this.#free.pop() ?? this.#rows.length
    this.#rows[kept] = row
    return kept
  }

  #dropRow(place: number): void {
    const state = this.#state(place)
    if (state === CANCELLED) return
    const kept = this.#kept(place)
    if (state !== OPEN) {
      this.#finals.release(kept)
      return
    }
    this.#rows[kept] = null
    this.#free.push(kept)
  }

  #textsOf({ exchange, condition }: NewPrint): number {
    const conditions = this.#texts.get(exchange)
    const known = conditions?.get(condition)
    if (known !== undefined) return known
    if (conditions) conditions.set(condition, this.#textCount)
    else this.#texts.set(exchange, new Map([[condition, this.#textCount]]))
    return this.#textCount++
  }

  /** Its state, and side and aggressor. */
  #writeRow(place: number, bits: number): void {
    this.#records.setWhole(place, WHOLE.word, (this.#word(place) & ~ROW_BITS) | bits)
  }

  #state(place: number): number {
    return this.#word(place) & STATE
  }

  #word(place: number): number {
    return this.#records.whole(place, WHOLE.word)
  }

  #kept(place: number): number {
    return this.#records.whole(place, WHOLE.kept)
  }
}
