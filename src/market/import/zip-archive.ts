/** A zip file whose entries are read one after the other. Every entry is checked against its size and its CRC. */
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { FileRefused } from './file-refused.ts'

export interface Archive {
  readonly type: 'archive'
  /** Names of the files, in the order of the archive. */
  readonly entries: readonly string[]
  /** Each file with its whole text, for archives of many small files. */
  texts(): AsyncIterable<{ readonly name: string; readonly text: string }>
  open(entry: string): AsyncIterable<Buffer>
}

export type OnBytes = (done: number, total: number) => void

const LARGEST_ENTRY = 4 * 1024 ** 3
const LARGEST_SMALL_ENTRY = 64 * 1024 ** 2
const LARGEST_IN_MEMORY = 64 * 1024 ** 2
const STORED = 0

/** Reads the directory of an archive once, and its entries on demand. */
export async function openArchive(path: string, onBytes: OnBytes): Promise<Archive> {
  const open = await opener(path)
  const entries: Entry[] = []
  for await (const { entry } of eachEntry(open)) entries.push(entry)
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (total > LARGEST_ENTRY) throw new FileRefused('The unpacked archive is larger than 4 GB.')
  const progress = () => {
    let done = 0
    return (bytes: number) => {
      done += bytes
      onBytes(done, total)
    }
  }
  return {
    type: 'archive',
    entries: entries.map(({ fileName }) => fileName),
    async *texts() {
      const onRead = progress()
      for await (const { zip, entry } of eachEntry(open)) {
        const content = await smallContentOf(zip, entry)
        onRead(content.length)
        yield { name: entry.fileName, text: content.toString('utf8') }
      }
    },
    async *open(name) {
      const onRead = progress()
      for await (const { zip, entry } of eachEntry(open)) {
        if (entry.fileName === name) yield* contentOf(zip, entry, onRead)
      }
    },
  }
}

/** Archives of thousands of small files are read into memory: a read from the disk for each would take longer. */
async function opener(path: string): Promise<() => Promise<ZipFile>> {
  const options = { autoClose: false, lazyEntries: true }
  const { size } = await stat(path)
  if (size > LARGEST_IN_MEMORY) return () => asRefusal(openPromise(path, options))
  const bytes = await readFile(path)
  return () => asRefusal(fromBufferPromise(bytes, options))
}

async function* eachEntry(open: () => Promise<ZipFile>): AsyncGenerator<{ zip: ZipFile; entry: Entry }> {
  const zip = await open()
  try {
    const entries = zip.eachEntry()
    for (;;) {
      const { value: entry, done } = await asRefusal(entries.next())
      if (done) return
      if (!entry.fileName.endsWith('/')) yield { zip, entry }
    }
  } finally {
    zip.close()
  }
}

/** A whole entry at once: for a few hundred bytes, a stream costs more than the decompression. */
async function smallContentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw new FileRefused('The archive is encrypted.')
  if (entry.uncompressedSize > LARGEST_SMALL_ENTRY) throw new FileRefused(`${entry.fileName} is larger than 64 MB.`)
  try {
    const packed = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }))
    const content =
      entry.compressionMethod === STORED
        ? packed
        : inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) })
    if (content.length === entry.uncompressedSize && crc32(content) === entry.crc32) return content
  } catch (error) {
    throw cutOff(error)
  }
  throw cutOff(new Error(`size or checksum of ${entry.fileName}`))
}

async function* contentOf(zip: ZipFile, entry: Entry, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new FileRefused('The archive is encrypted.')
  const stream: Readable = await asRefusal(zip.openReadStreamPromise(entry))
  let crc = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      crc = crc32(piece, crc)
      onRead(piece.length)
      yield piece
    }
  } catch (error) {
    throw error === stream.errored ? cutOff(error) : error
  }
  if (crc !== entry.crc32) throw cutOff(new Error(`checksum of ${entry.fileName}`))
}

async function asRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw cutOff(error)
  }
}

function cutOff(cause: unknown): unknown {
  // EIO, EACCES and the like are faults of the machine, not of the archive.
  const fromSystem = cause instanceof Error && 'code' in cause && /^E[A-Z]+$/.test(String(cause.code))
  return fromSystem ? cause : new FileRefused('The archive is cut off or damaged.', { cause })
}
