/** A zip file whose entries are read one after the other. Every entry is checked against its size and its CRC. */
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { FileRefused } from './reading.ts'
import type { OnBytes } from './source.ts'

export interface Archive {
  readonly type: 'archive'
  /** Names of the files, in the order of the archive. */
  readonly entries: readonly string[]
  /** Each file with its whole text, for archives of many small files. */
  texts(): AsyncIterable<{ readonly name: string; readonly text: string }>
  open(entry: string): AsyncIterable<Buffer>
}

const LARGEST_ENTRY = 4 * 1024 ** 3
const LARGEST_SMALL_ENTRY = 64 * 1024 ** 2

export async function openArchive(path: string, onBytes: OnBytes): Promise<Archive> {
  const entries = await listEntries(path)
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
      for await (const { zip, entry } of eachEntry(path)) {
        if (entry.uncompressedSize > LARGEST_SMALL_ENTRY)
          throw new FileRefused(`${entry.fileName} is larger than 64 MB.`)
        const pieces: Buffer[] = []
        for await (const piece of contentOf(zip, entry, onRead)) pieces.push(piece)
        yield { name: entry.fileName, text: Buffer.concat(pieces).toString('utf8') }
      }
    },
    async *open(name) {
      const onRead = progress()
      for await (const { zip, entry } of eachEntry(path)) {
        if (entry.fileName === name) yield* contentOf(zip, entry, onRead)
      }
    },
  }
}

async function listEntries(path: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const { entry } of eachEntry(path)) entries.push(entry)
  return entries
}

async function* eachEntry(path: string): AsyncGenerator<{ zip: ZipFile; entry: Entry }> {
  const zip = await asRefusal(openPromise(path, { autoClose: false, lazyEntries: true }))
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
