/**
 * Accepted and rejected rows of a reader. A rejected row is skipped; a rejected value becomes unknown and its row
 * stays. All rejections are counted; the first ones are recorded in full.
 */
export interface Refusal {
  /** Line of the file, or number of the entry in a list, counted from 1; for an archive the line within `entry`. */
  readonly row: number
  readonly entry: string | null
  readonly column: string
  readonly value: string
  readonly reason: string
  readonly effect: 'row left out' | 'value unknown'
}

const KEPT_REFUSALS = 20
const LONGEST_VALUE = 60

/** Valid ways to write an unknown value. */
const NONE = new Set(['', '-', '--', 'n/a', 'na', 'null', 'none'])
const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d+)?$/

export class ReadLog {
  readonly refusals: Refusal[] = []
  readonly notes: string[] = []
  /** Rows that are stored: contracts of a chain, bars, trades, entries. */
  taken = 0
  refusedRows = 0
  unknownValues = 0
  #entry: string | null = null

  /** Names the file within an archive that is being read. */
  enter(entry: string): void {
    this.#entry = entry
  }

  note(sentence: string): void {
    if (!this.notes.includes(sentence)) this.notes.push(sentence)
  }

  refuseRow(row: number, column: string, value: string, reason: string): void {
    this.refusedRows++
    this.#keep({ row, column, value, reason, effect: 'row left out' })
  }

  refuseValue(row: number, column: string, value: string, reason: string): void {
    this.unknownValues++
    this.#keep({ row, column, value, reason, effect: 'value unknown' })
  }

  /** A number of 0 or more; NaN for an empty cell, and for anything else, which is reported. */
  number(row: number, column: string, text: string): number {
    const value = text === '' ? Number.NaN : +text
    if (value > 0 && value < Number.POSITIVE_INFINITY) return value
    // Number('') is 0.
    if (value === 0 && text.includes('0')) return 0
    return this.#doubtful(row, column, text, value)
  }

  /** A crossed quote is unusable: both sides become unknown. An ask of 0 is no ask, not a cross. */
  isCrossed(row: number, bid: number, ask: number): boolean {
    if (!(ask > 0 && bid > ask)) return false
    this.refuseValue(row, 'bid', `${bid} over ${ask}`, 'the bid is above the ask, so neither is believed')
    return true
  }

  #doubtful(row: number, column: string, text: string, value: number): number {
    const trimmed = text.trim()
    if (NONE.has(trimmed.toLowerCase())) return Number.NaN
    if (THOUSANDS.test(trimmed)) return Number(trimmed.replaceAll(',', ''))
    this.refuseValue(row, column, text, value < 0 ? 'negative' : 'not a number')
    return Number.NaN
  }

  #keep(refusal: Omit<Refusal, 'entry'>): void {
    if (this.refusals.length >= KEPT_REFUSALS) return
    this.refusals.push({ ...refusal, entry: this.#entry, value: printable(refusal.value) })
  }
}

function printable(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
  const clean = value.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
  return clean.length > LONGEST_VALUE ? `${clean.slice(0, LONGEST_VALUE)}…` : clean
}
