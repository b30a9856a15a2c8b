/**
 * Reads comma-separated text as it arrives (RFC 4180: quoted fields, doubled quotes, line breaks inside quotes; LF or
 * CRLF). Between two chunks it keeps only an unfinished record.
 */
export interface CsvRecord {
  /** The line on which the record begins, counted from 1 as an editor does. */
  readonly row: number
  readonly fields: readonly string[]
}

/** Longer records indicate that the file is not a table. */
const MAX_RECORD_LENGTH = 1_048_576

export class CsvError extends Error {
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.name = 'CsvError'
    this.row = row
  }
}

export class CsvReader {
  #pending = ''
  #row = 1

  /** The records that this chunk completes. Blank lines are skipped, but counted. */
  push(text: string): CsvRecord[] {
    const records: CsvRecord[] = []
    const source = this.#pending + text
    let start = 0
    let quote = position(source, '"', 0)
    for (;;) {
      let end = source.indexOf('\n', start)
      if (quote < start) quote = position(source, '"', start)
      if (quote < end) end = quotedRecordEnd(source, quote, end)
      if (end < 0) break
      this.#take(source.slice(start, end), records)
      start = end + 1
    }
    this.#pending = source.slice(start)
    if (this.#pending.length > MAX_RECORD_LENGTH) {
      throw new CsvError(this.#row, `The record that begins in row ${this.#row} is longer than 1 MB or has no end.`)
    }
    return records
  }

  /** The last record, if the text does not end with a line break. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = []
    const rest = this.#pending
    this.#pending = ''
    if (quotesIn(rest) % 2 === 1) {
      throw new CsvError(this.#row, `A quotation mark that opens in row ${this.#row} is never closed.`)
    }
    if (rest !== '') this.#take(rest, records)
    return records
  }

  #take(line: string, records: CsvRecord[]): void {
    const row = this.#row
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (!text.includes('"')) {
      this.#row++
      if (text !== '') records.push({ row, fields: text.split(',') })
      return
    }
    this.#row += linesIn(text)
    records.push({ row, fields: quotedFields(text) })
  }
}

/**
 * The first line break outside quotes, −1 if it has not arrived yet. `quote` and `end` are the first quote and the
 * first line break.
 */
function quotedRecordEnd(source: string, quote: number, end: number): number {
  let lineEnd = end
  for (let opening = quote; opening >= 0 && opening < lineEnd; ) {
    const closing = source.indexOf('"', opening + 1)
    if (closing < 0) return -1
    if (closing > lineEnd) lineEnd = source.indexOf('\n', closing)
    if (lineEnd < 0) return -1
    opening = source.indexOf('"', closing + 1)
  }
  return lineEnd
}

function position(source: string, character: string, start: number): number {
  const found = source.indexOf(character, start)
  return found < 0 ? Number.POSITIVE_INFINITY : found
}

function quotedFields(text: string): string[] {
  const fields: string[] = []
  let field = ''
  let inside = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '"') {
      if (inside && text.charAt(index + 1) === '"') field += text.charAt(index++)
      else inside = !inside
    } else if (character === ',' && !inside) {
      fields.push(field)
      field = ''
    } else field += character
  }
  fields.push(field)
  return fields
}

function quotesIn(text: string): number {
  return text.split('"').length - 1
}

function linesIn(text: string): number {
  return text.split('\n').length
}
