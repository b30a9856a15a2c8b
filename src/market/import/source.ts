/**
 * Opens a file: text (plain, gzipped, or the only file of a zip) or a zip of many files. The first bytes determine the
 * kind, not the file extension.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { FileRefused } from './file-refused.ts'
import { type Archive, type OnBytes, openArchive } from './zip-archive.ts'

export interface TextSource {
  readonly type: 'text'
  /** Base name without `.gz`; the inner name for a zip. */
  readonly name: string
  /** The beginning, enough for headings and a few rows. */
  readonly head: string
  /** The text in chunks. */
  pieces(): AsyncIterable<string>
}

export type Source = TextSource | Archive

const HEAD_BYTES = 16_384
const PIECE_BYTES = 262_144
const LARGEST_TEXT = 4 * 1024 ** 3

/** Throws FileRefused for what cannot be read as one of these. */
export async function openSource(path: string, onBytes: OnBytes): Promise<Source> {
  const { beginning, size } = await readBeginning(path)
  if (size === 0) throw new FileRefused('The file is empty.')
  if (beginning.subarray(0, 2).toString('latin1') === 'PK') return await openZip(path, onBytes)
  const gzipped = beginning[0] === 0x1f && beginning[1] === 0x8b
  const name = basename(path).replace(/\.gz$/i, '')
  return await textSource(name, () => {
    const file = counted(createReadStream(path, { highWaterMark: PIECE_BYTES }), size, onBytes)
    // Joins the two so that an error of either ends both; it is thrown where the pieces are read.
    return gzipped ? pipeline(file, createGunzip({ chunkSize: PIECE_BYTES }), () => undefined) : file
  })
}

async function* counted(file: AsyncIterable<Buffer>, size: number, onBytes: OnBytes): AsyncGenerator<Buffer> {
  let done = 0
  for await (const piece of file) {
    done += piece.length
    onBytes(done, size)
    yield piece
  }
}

async function openZip(path: string, onBytes: OnBytes): Promise<Source> {
  const archive = await openArchive(path, onBytes)
  const [only, ...others] = archive.entries
  if (only === undefined) throw new FileRefused('The archive is empty.')
  if (others.length > 0) return archive
  return await textSource(basename(only), () => archive.open(only))
}

async function textSource(name: string, start: () => Readable | AsyncIterable<Buffer>): Promise<TextSource> {
  const head = await headOf(start)
  if (head.includes('\u0000')) throw new FileRefused('The file is not text in UTF-8, and not a zip or gzip archive.')
  if (head.trim() === '') throw new FileRefused('The file is empty.')
  return { type: 'text', name, head, pieces: () => decoded(start()) }
}

async function headOf(start: () => Readable | AsyncIterable<Buffer>): Promise<string> {
  let head = ''
  for await (const piece of decoded(start())) {
    head += piece
    if (head.length >= HEAD_BYTES) break
  }
  return head.slice(0, HEAD_BYTES)
}

async function* decoded(bytes: Readable | AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let size = 0
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      const text = decoder.write(piece)
      yield size === 0 ? text.replace(/^\ufeff/, '') : text
      size += piece.length
      if (size > LARGEST_TEXT) throw new FileRefused('The unpacked file is larger than 4 GB.')
    }
  } catch (error) {
    throw damaged(error)
  }
  const rest = decoder.end()
  if (rest !== '') yield rest
}

function damaged(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_')) return new FileRefused('The archive is cut off or damaged.', { cause: error })
  return error
}

async function readBeginning(path: string): Promise<{ beginning: Buffer; size: number }> {
  await using file = await open(path)
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return { beginning: buffer.subarray(0, bytesRead), size }
}

/** The whole text, for formats that cannot be streamed. */
export async function wholeText(source: TextSource, largest: number): Promise<string> {
  const pieces: string[] = []
  let length = 0
  for await (const piece of source.pieces()) {
    length += piece.length
    if (length > largest)
      throw new FileRefused(`The file is larger than ${largest / 1024 ** 2} MB, too large for JSON.`)
    pieces.push(piece)
  }
  return pieces.join('')
}
