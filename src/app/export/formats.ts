/** The bytes of a table, part by part: memory does not grow with the number of rows. */
import { writeCsv } from '../../lib/text/write-csv.ts'
import type { ColumnKind, Columns, ExportRow } from './data-set.ts'

type RowParts = AsyncIterable<readonly ExportRow[]>

/** Rows of a row group of Parquet: readers skip and decompress by it. */
const ROWS_A_GROUP = 20_000

const encoder = new TextEncoder()

export const FORMATS = { csv, ndjson, parquet } as const

export type FormatName = keyof typeof FORMATS

/** RFC 4180 with a header; an unknown value is an empty cell. Cells that a spreadsheet would evaluate are escaped. */
async function* csv(columns: Columns, parts: RowParts): AsyncGenerator<Uint8Array> {
  const names = Object.keys(columns)
  const header = writeCsv(names, [])
  let isFirst = true
  for await (const rows of parts) {
    if (rows.length === 0) continue
    const text = writeCsv(names, rows)
    yield encoder.encode(isFirst ? text : text.slice(header.length))
    isFirst = false
  }
  if (isFirst) yield encoder.encode(header)
}

/** One JSON object in a line, with every column. */
async function* ndjson(columns: Columns, parts: RowParts): AsyncGenerator<Uint8Array> {
  const names = Object.keys(columns)
  for await (const rows of parts) {
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null]))))
    if (lines.length > 0) yield encoder.encode(`${lines.join('\n')}\n`)
  }
}

async function* parquet(columns: Columns, parts: RowParts): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const file = new ParquetWriter({ writer, schema: schemaOf(columns), createdBy: 'Optionwire' })
  const written = () => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  const addGroup = async (rows: readonly ExportRow[]) => {
    const columnData = Object.entries(columns).map(([name, kind]) => ({
      name,
      data: rows.map((row) => stored(row[name], kind)),
    }))
    await file.write({ columnData, rowGroupSize: rows.length })
    return written()
  }
  let pending: ExportRow[] = []
  for await (const rows of parts) {
    pending.push(...rows)
    // The magic number, so that whoever waits sees a beginning.
    if (writer.index > 0) yield written()
    if (pending.length < ROWS_A_GROUP) continue
    yield await addGroup(pending)
    pending = []
  }
  if (pending.length > 0) yield await addGroup(pending)
  await file.finish()
  yield written()
}

function schemaOf(columns: Columns) {
  const fields = Object.entries(columns).map(([name, kind]) => ({
    name,
    repetition_type: 'OPTIONAL' as const,
    ...PARQUET_TYPES[kind],
  }))
  return [{ name: 'root', num_children: fields.length }, ...fields]
}

const PARQUET_TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  date: { type: 'INT32', converted_type: 'DATE' },
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  flag: { type: 'BOOLEAN' },
} as const satisfies Record<ColumnKind, object>

function stored(value: unknown, kind: ColumnKind): unknown {
  if (value === null || value === undefined) return null
  return kind === 'date' || kind === 'instant' ? new Date(String(value)) : value
}
