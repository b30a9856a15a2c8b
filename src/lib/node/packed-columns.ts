/**
 * Columns packed into one text, for values that are always read as a whole. Layout before compression: "owc1", length
 * of the description (unsigned 32 bits, little-endian), the description as JSON, then each column, all aligned to 8
 * bytes; numbers are little-endian, texts are UTF-8 joined by line feeds. A constant column of doubles exists only in
 * the description. The whole is compressed with Zstandard with its checksum, then encoded as base64. NaN is preserved.
 */
import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { finish, type Steps } from '../steps.ts'
import { inTurns } from './in-turns.ts'

export type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array | readonly string[]

export interface PackedColumns {
  /** Any JSON value. */
  readonly meta: unknown
  readonly columns: Readonly<Record<string, Column>>
}

const MAGIC = 'owc1'
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
}

const LINE_FEED = 10
/** Some thousand texts. */
const TEXT_BYTES_A_STEP = 64 * 1024
const decompress = promisify(zstdDecompress)

const numberTypes = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array } as const

interface Described {
  readonly name: string
  readonly type: keyof typeof numberTypes | 'text'
  readonly bytes: number
  readonly count: number
  /** The value of a constant column, null for NaN; absent for other columns. */
  readonly same?: number | null
}

export function packColumns({ meta, columns }: PackedColumns): string {
  const parts: Buffer[] = []
  const described: Described[] = []
  for (const [name, column] of Object.entries(columns)) {
    const about = { name, type: typeOf(column), count: column.length }
    if (column instanceof Float64Array && isSame(column)) {
      const [same = Number.NaN] = column
      described.push({ ...about, bytes: 0, same: Number.isNaN(same) ? null : same })
      continue
    }
    const bytes = bytesOf(name, column)
    described.push({ ...about, bytes: bytes.length })
    parts.push(bytes, padding(bytes.length))
  }
  const description = Buffer.from(JSON.stringify({ meta, columns: described }))
  const head = Buffer.alloc(8)
  head.write(MAGIC, 'latin1')
  head.writeUInt32LE(description.length, 4)
  const whole = Buffer.concat([head, description, padding(description.length), ...parts])
  return zstdCompressSync(whole, COMPRESSION).toString('base64')
}

/** Throws for a text of another format or a damaged one. */
export function unpackColumns(text: string): PackedColumns {
  return finish(unpackSteps(zstdDecompressSync(Buffer.from(text, 'base64'))))
}

/** The same in pieces: a session of a million rows takes a good part of a second. */
export async function unpackInTurns(text: string): Promise<PackedColumns> {
  return await inTurns(unpackSteps(await decompress(Buffer.from(text, 'base64'))))
}

function* unpackSteps(whole: Buffer): Steps<PackedColumns> {
  if (whole.length < 8 || whole.toString('latin1', 0, 4) !== MAGIC) throw new Error('not a packed table')
  const length = whole.readUInt32LE(4)
  const { meta, columns } = JSON.parse(whole.toString('utf8', 8, 8 + length)) as {
    meta: unknown
    columns: readonly Described[]
  }
  const unpacked: Record<string, Column> = {}
  let offset = aligned(8 + length)
  for (const { name, type, bytes, count, same } of columns) {
    if (same !== undefined) {
      unpacked[name] = new Float64Array(count).fill(same ?? Number.NaN)
      continue
    }
    const part = whole.subarray(offset, offset + bytes)
    unpacked[name] = type === 'text' ? yield* textsOf(part, count) : numbersOf(part, type)
    yield
    offset = aligned(offset + bytes)
  }
  return { meta, columns: unpacked }
}

function bytesOf(name: string, column: Column): Buffer {
  if (ArrayBuffer.isView(column)) return Buffer.from(column.buffer, column.byteOffset, column.byteLength)
  const text = column.join('\n')
  if (column.length > 0 && lineFeedsIn(text) !== column.length - 1) {
    throw new Error(`a text of column ${name} contains a line feed`)
  }
  return Buffer.from(text)
}

/** JSON cannot represent infinities and −0, so such a column is written in full. */
function isSame(column: Float64Array): boolean {
  const [first] = column
  if (first === undefined || Math.abs(first) === Number.POSITIVE_INFINITY || Object.is(first, -0)) return false
  return column.every((value) => Object.is(value, first))
}

function lineFeedsIn(text: string): number {
  let count = 0
  for (let place = text.indexOf('\n'); place >= 0; place = text.indexOf('\n', place + 1)) count++
  return count
}

function typeOf(column: Column): Described['type'] {
  if (column instanceof Float64Array) return 'f64'
  if (column instanceof Uint32Array) return 'u32'
  if (column instanceof Uint16Array) return 'u16'
  return column instanceof Uint8Array ? 'u8' : 'text'
}

/** Copies the bytes, because those of the decompressed text may be unaligned. */
function numbersOf(part: Buffer, type: keyof typeof numberTypes): Column {
  return new numberTypes[type](Uint8Array.from(part).buffer)
}

function* textsOf(part: Buffer, count: number): Steps<readonly string[]> {
  const texts: string[] = []
  for (let start = 0; texts.length < count; ) {
    const end = part.indexOf(LINE_FEED, start + TEXT_BYTES_A_STEP)
    for (const text of part.toString('utf8', start, end < 0 ? part.length : end).split('\n')) texts.push(text)
    if (end < 0) break
    start = end + 1
    yield
  }
  return texts
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8
}

function padding(length: number): Buffer {
  return Buffer.alloc(aligned(length) - length)
}
