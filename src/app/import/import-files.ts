/**
 * Imports files one after another. Each is read completely, merged with the stored data, and written in one short
 * transaction, so the store contains all of a file or nothing, even after a crash.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { AppError, type FieldIssue, invalid } from '../../lib/errors.ts'
import { isCivilDate } from '../../lib/time/civil-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { FileRefused } from '../../market/import/file-refused.ts'
import { formatOf } from '../../market/import/index.ts'
import { ReadLog, type Refusal } from '../../market/import/read-log.ts'
import type { ImportedDocument, ImportFormat, ImportKind } from '../../market/import/reading.ts'
import { openSource, type Source } from '../../market/import/source.ts'
import type { Store } from '../store/open-store.ts'
import { expandPaths } from './expand-paths.ts'
import { writeImport } from './write-import.ts'

export interface ImportParts {
  readonly store: Store
  readonly now: () => Date
  readonly newId: () => string
}

export interface ImportRequest {
  readonly kind: ImportKind
  /** Files and folders; a folder means all files in it. */
  readonly files: readonly string[]
  readonly symbol?: string | undefined
  /** New York trading date. */
  readonly date?: string | undefined
  /** Ends the import between two chunks of a file; that file is not imported. */
  readonly signal?: AbortSignal | undefined
}

export interface ImportProgress {
  readonly file: string
  /** From 1 to `fileCount`. */
  readonly fileNumber: number
  readonly fileCount: number
  readonly phase: 'reading' | 'writing'
  readonly doneBytes: number
  readonly totalBytes: number
}

export interface ImportReport {
  readonly file: string
  readonly kind: ImportKind
  readonly format: string | null
  readonly symbols: readonly string[]
  /** Trading dates of the imported data, in order; for daily bars and rates only the first and the last. */
  readonly sessions: readonly string[]
  readonly status: 'imported' | 'unchanged' | 'refused'
  /** Why a file was refused or is unchanged. */
  readonly reason: string | null
  /** Imported contracts of a chain, bars, trades, prints or entries. */
  readonly taken: number
  readonly refusedRows: number
  readonly unknownValues: number
  /** The first of them. */
  readonly refusals: readonly Refusal[]
  readonly notes: readonly string[]
}

interface FileRequest {
  readonly kind: ImportKind
  readonly symbol: string | undefined
  readonly date: string | undefined
}

const IMPORTED = { status: 'imported', reason: null } as const
const IMPORTED_CONCURRENTLY = { status: 'unchanged', reason: 'Another process imported the same file first.' } as const

type OnBytes = (doneBytes: number, totalBytes: number) => void

export async function importFiles(
  parts: ImportParts,
  request: ImportRequest,
  onProgress: (progress: ImportProgress) => void = () => undefined,
): Promise<ImportReport[]> {
  const fileRequest = fileRequestOf(request)
  const files = await expandPaths(request.files)
  const reports: ImportReport[] = []
  for (const [index, file] of files.entries()) {
    const progress =
      (phase: ImportProgress['phase']): OnBytes =>
      (doneBytes, totalBytes) => {
        request.signal?.throwIfAborted()
        onProgress({ file, fileNumber: index + 1, fileCount: files.length, phase, doneBytes, totalBytes })
      }
    reports.push(await importFile(parts, fileRequest, file, progress))
  }
  return reports
}

function fileRequestOf({ kind, symbol, date }: ImportRequest): FileRequest {
  const issues: FieldIssue[] = []
  const parsed = symbol === undefined ? undefined : UnderlyingSymbol.safeParse(symbol)
  if (parsed && !parsed.success) issues.push({ path: 'symbol', message: 'must be a ticker, for example SPY' })
  if (date !== undefined && !isCivilDate(date)) issues.push({ path: 'date', message: 'must be a date, YYYY-MM-DD' })
  if (issues.length > 0) throw invalid(issues)
  return { kind, symbol: parsed?.data, date }
}

async function importFile(
  parts: ImportParts,
  fileRequest: FileRequest,
  file: string,
  progress: (phase: ImportProgress['phase']) => OnBytes,
): Promise<ImportReport> {
  const log = new ReadLog()
  const report = { file, kind: fileRequest.kind, format: null, symbols: [], sessions: [] }
  try {
    const before = await identityOf(file)
    const { source, format } = await openFile(file, fileRequest, progress('reading'))
    const facts = { ...report, format: format.name }
    const key = {
      fileSha256: await sha256Of(file),
      kind: fileRequest.kind,
      symbol: fileRequest.symbol ?? '',
      date: fileRequest.date ?? '',
      sourceName: format.usesName && source.type === 'text' ? source.name.toLowerCase() : '',
    }
    const earlier = await parts.store.imports.find(key)
    if (earlier) return reportOf({ ...facts, status: 'unchanged', reason: importedBefore(earlier.importedAt) }, log)
    const documents = await readDocuments(source, format, fileRequest, parts.now().getTime(), log)
    if ((await identityOf(file)) !== before) throw new FileRefused('The file changed while it was read.')
    progress('writing')(0, 0)
    const written = await writeImport(parts, { key, format: format.name, file, documents, log })
    const outcome = written ? IMPORTED : IMPORTED_CONCURRENTLY
    return reportOf({ ...facts, ...coverageOf(documents), ...outcome }, log)
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    return reportOf({ ...report, status: 'refused', reason }, log)
  }
}

async function openFile(
  file: string,
  { kind }: FileRequest,
  onBytes: OnBytes,
): Promise<{ source: Source; format: ImportFormat }> {
  const source = await openSource(file, onBytes)
  const format = formatOf(source)
  if (!format) throw new FileRefused('The format of the file is unknown.')
  if (format.kind !== kind)
    throw new FileRefused(`This is ${format.title}: import it as ${format.kind}, not as ${kind}.`)
  return { source, format }
}

async function readDocuments(
  source: Source,
  format: ImportFormat,
  { symbol, date }: FileRequest,
  nowMs: number,
  log: ReadLog,
): Promise<readonly ImportedDocument[]> {
  const documents = await format.read(source, { symbol, date, nowMs }, log)
  if (log.taken === 0) throw new FileRefused('The file has no valid rows.')
  if (log.refusedRows > log.taken) {
    throw new FileRefused(`${log.refusedRows} of ${log.refusedRows + log.taken} rows are invalid, more than half.`)
  }
  return documents
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 1_048_576 })
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

async function identityOf(file: string): Promise<string> {
  const status = await stat(file)
  if (status.isDirectory()) throw new FileRefused('The folder contains no files.')
  // Reading a pipe would block.
  if (!status.isFile()) throw new FileRefused('This is not a file.')
  return `${status.ino} ${status.size} ${status.mtimeMs}`
}

function importedBefore(importedAt: string): string {
  return `The same file was already imported at ${importedAt}.`
}

/** A sentence if the file or its path is at fault; null for a fault of the program or the store. */
function refusalOf(error: unknown): string | null {
  if (error instanceof FileRefused) return error.message
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) return null
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'There is no such file.'
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'Permission to read the file is missing.'
  if (error.code === 'EISDIR') return 'This is a folder.'
  return error.code === 'EIO' ? 'The file cannot be read from the disk.' : null
}

function reportOf(
  facts: Omit<ImportReport, 'taken' | 'refusedRows' | 'unknownValues' | 'refusals' | 'notes'>,
  log: ReadLog,
): ImportReport {
  const { refusedRows, unknownValues, refusals, notes } = log
  const taken = facts.status === 'imported' ? log.taken : 0
  return { ...facts, taken, refusedRows, unknownValues, refusals, notes }
}

function coverageOf(documents: readonly ImportedDocument[]): { symbols: string[]; sessions: string[] } {
  const symbols = new Set<string>()
  const sessions = new Set<string>()
  for (const document of documents) {
    for (const symbol of symbolsOf(document)) symbols.add(symbol)
    for (const session of sessionsOf(document)) sessions.add(session)
  }
  return { symbols: [...symbols].sort(), sessions: [...sessions].sort() }
}

function symbolsOf(document: ImportedDocument): readonly string[] {
  if (document.type === 'chain') return [document.chain.symbol]
  if ('table' in document) return [document.table.symbol]
  if ('symbol' in document) return [document.symbol]
  if (document.type === 'rates') return []
  if (document.type === 'news') return document.items.flatMap(({ symbols }) => symbols)
  const rows =
    document.type === 'earnings' ? document.reports : document.type === 'events' ? document.events : document.actions
  return rows.flatMap(({ symbol }) => symbol ?? [])
}

function sessionsOf(document: ImportedDocument): readonly string[] {
  if (document.type === 'chain') return [document.chain.sessionDate]
  if ('table' in document) return [document.table.sessionDate]
  if (document.type === 'rates') return firstAndLast(document.rates)
  if (document.type !== 'daily_bars' || document.derived) return []
  return firstAndLast(document.bars)
}

function firstAndLast(rows: readonly { readonly date: string }[]): string[] {
  const dates = rows.map(({ date }) => date).sort()
  return [dates[0], dates.at(-1)].flatMap((date) => date ?? [])
}
