/** Tables with a heading row: columns by name, case-insensitive. */
import { CsvError, CsvReader, type CsvRecord } from '../../lib/text/csv-reader.ts'
import { FileRefused } from './file-refused.ts'
import type { Source } from './source.ts'

/** Calls back for every record of a text, in order. */
export async function eachRecord(source: Source, onRecord: (record: CsvRecord) => void): Promise<void> {
  if (source.type !== 'text') throw new FileRefused('One table is expected, not an archive of several files.')
  const reader = new CsvReader()
  try {
    for await (const piece of source.pieces()) {
      for (const record of reader.push(piece)) onRecord(record)
    }
    for (const record of reader.end()) onRecord(record)
  } catch (error) {
    if (error instanceof CsvError) throw new FileRefused(error.message)
    throw error
  }
}

/** The same for a complete text. */
export function recordsIn(text: string): CsvRecord[] {
  const reader = new CsvReader()
  return [...reader.push(text), ...reader.end()]
}

/** The complete records in the head of the file. */
export function firstRecords(head: string): readonly CsvRecord[] {
  try {
    return new CsvReader().push(`${head}\n`)
  } catch {
    return []
  }
}

export function normalHeading(text: string): string {
  return text
    .trim()
    .replace(/^#/, '')
    .replaceAll(/[ _-]+/g, '_')
    .toLowerCase()
}

/** Index of each column by its normalized heading. */
export type Positions = ReadonlyMap<string, number>

/** Index by normalized heading; of two columns with one name, the first. */
export function headings(fields: readonly string[]): Positions {
  const positions = new Map<string, number>()
  for (const [position, field] of fields.entries()) {
    const name = normalHeading(field)
    if (name !== '' && !positions.has(name)) positions.set(name, position)
  }
  return positions
}

export function requireColumns(positions: Positions, names: readonly string[]): void {
  const missing = names.filter((name) => !positions.has(name))
  if (missing.length === 0) return
  const columns = missing.length === 1 ? `the column ${missing[0]}` : `the columns ${missing.join(', ')}`
  throw new FileRefused(`The heading row lacks ${columns}.`)
}
